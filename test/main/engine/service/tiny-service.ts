import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createRequestBudget } from '../../../../main/engine/service/budget/request-budget.ts';
import { createServiceClient, type ServiceClient } from '../../../../main/engine/service/client.ts';
import type { ServiceClientOptions } from '../../../../main/engine/service/transport.ts';
import { systemClock } from '../../../../shared/base/clock.ts';
import { ok } from '../../../../shared/base/result.ts';

export const apiKey = 'key-of-this-firm';
export const firstToken = 'first-access-token';

/** One request as a tiny service saw it. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export interface TinyService extends AsyncDisposable {
  readonly baseUrl: string;
  readonly seen: Seen[];
  client(options?: Partial<ServiceClientOptions>): ServiceClient;
}

/** A service that gives every request to `answer` once its body is here. */
export async function tinyService(
  answer: (request: Seen, response: ServerResponse) => void,
  onRequest?: RequestListener,
): Promise<TinyService> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    if (onRequest) return onRequest(request, response);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = request;
      const one: Seen = { method, url, headers, rawHeaders, body: Buffer.concat(chunks) };
      seen.push(one);
      answer(one, response);
    });
  });
  const port = await listen(server);
  const baseUrl = `http://127.0.0.1:${port}/practice`;
  return {
    baseUrl,
    seen,
    client: (options) => testClient({ baseUrl, ...options }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}

/** A client without a noticeable rate limit and without waiting between repeats. */
export function testClient(options: Partial<ServiceClientOptions> & { baseUrl: string }): ServiceClient {
  const random = () => 0;
  return createServiceClient({
    apiKey,
    accessToken: () => Promise.resolve(ok(firstToken)),
    budget: createRequestBudget({
      clock: systemClock,
      random,
      limit: { perSecond: 100_000, burst: 100_000 },
    }),
    clock: systemClock,
    random,
    ...options,
  });
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Everything an asynchronous iterable gives. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Result } from '../../shared/base/result.ts';
import { hubMark } from '../engine/service/network/through-hub.ts';
import { allowedRequest } from './allowed-request.ts';
import type { DesktopRequest, NoStream, StreamRequest } from './desktop-request.ts';
import type { Answering } from './figures.ts';
import { newsStream } from './news/stream.ts';
import { type HubProblem, problem, type Told } from './problem.ts';
import type { EventOutcome } from './webhooks/inbox.ts';
import type { Headers } from './webhooks/signature.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly isPage?: boolean;
  }
}

/** Bytes of a request's body: what the interface takes are records, never documents. */
const largestBody = 1024 * 1024;
/** Bytes of a notification: it names what happened. */
const largestEvent = 64 * 1024;
/** Milliseconds that a request has to arrive, and that an idle connection is kept. */
const arrival = 20_000;
const idle = 75_000;

/** How an answer came about. */
type Manner = Pick<Answering, 'requestClass' | 'source'>;

export interface ServerParts {
  readonly beyondTheSpecification: boolean;
  readonly answer: (asked: DesktopRequest) => Promise<Manner & { readonly told: Told }>;
  readonly stream: (asked: StreamRequest) => Result<() => void, NoStream>;
  /** Takes what the service notifies of. */
  readonly event: (headers: Headers, body: string) => Promise<EventOutcome>;
  /** What the hub says of itself, by path. */
  readonly pages: Readonly<Record<string, (asked: { readonly isStill: boolean }) => Promise<Told>>>;
  /** Told of each answer to a desktop. */
  readonly onAnswered: (answered: Answering) => void;
  readonly onFailure: (error: unknown) => void;
}

/** The hub's door: takes only what is an operation of the service, of a bounded size and in a bounded time. */
export function hubServer(parts: ServerParts): FastifyInstance {
  const server = fastify({
    bodyLimit: largestBody,
    requestTimeout: arrival,
    keepAliveTimeout: idle,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    http: { headersTimeout: arrival, connectionsCheckingInterval: 5_000, maxHeaderSize: 32 * 1024 },
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  const facts = new WeakMap<object, Manner & { operation: string }>();
  server.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.isPage) return;
    const known = facts.get(request) ?? { operation: null, requestClass: null, source: 'hub' };
    parts.onAnswered({ ...known, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) });
  });
  let closing = false;
  server.addHook('preClose', async () => {
    closing = true;
  });
  server.addHook('onSend', async (_request, reply) => {
    reply.header(hubMark, '1');
    // Who was answered does not keep the hub from ending.
    if (closing) reply.header('connection', 'close');
  });
  for (const [url, told] of Object.entries(parts.pages)) {
    server.get(url, { config: { isPage: true } }, async (request, reply) => {
      const isStill = /\?still$/.test(request.raw.url ?? '');
      return send(reply, await told({ isStill }));
    });
  }
  server.post('/hub/news', { config: { isPage: true } }, (request, reply) => {
    const token = tokenIn(request.headers.authorization);
    if (token === undefined) return send(reply, noToken);
    const lastId = request.headers['last-event-id'];
    const asked = {
      ...{ token, body: typeof request.body === 'string' ? request.body : '' },
      lastId: typeof lastId === 'string' ? lastId : undefined,
    };
    const refused = newsStream(reply, asked, parts.stream);
    if (refused !== null) return send(reply, noStream[refused]);
  });
  server.post(
    '/hub/events',
    { config: { isPage: true }, bodyLimit: largestEvent },
    async (request, reply) => {
      const headers: Headers = (name) => {
        const value = request.headers[name];
        return typeof value === 'string' ? value : undefined;
      };
      const body = typeof request.body === 'string' ? request.body : '';
      return send(reply, eventAnswers[await parts.event(headers, body)]);
    },
  );
  server.setErrorHandler((error, _request, reply) => {
    const kind = kindOf(error);
    if (kind === 'failed') parts.onFailure(error);
    return send(reply, problem(kind, details[kind]));
  });
  server.setNotFoundHandler((_request, reply) => send(reply, notThere));
  server.route({
    method: ['GET', 'POST', 'PUT', 'PATCH'],
    url: '/*',
    handler: async (request, reply) => {
      // The address as it came: what the router makes of it may be another.
      const allowed = allowedRequest(request.method, request.raw.url ?? '', parts);
      if (!allowed.ok) return send(reply, allowed.error === 'query-not-clear' ? notClear : notThere);
      const { operation } = allowed.value;
      facts.set(request, { operation, requestClass: null, source: 'hub' });
      const token = tokenIn(request.headers.authorization);
      if (token === undefined) return send(reply, noToken);
      const contentType = request.headers['content-type'];
      const body = typeof request.body === 'string' && request.method !== 'GET' ? request.body : undefined;
      if (body !== undefined && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType ?? ''))
        return send(reply, notJson);
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const { told, ...manner } = await parts.answer({
        request: allowed.value,
        token,
        body,
        contentType,
        header: (name) => {
          const value = request.headers[name];
          return typeof value === 'string' ? value : undefined;
        },
        gone: gone.signal,
      });
      facts.set(request, { operation, ...manner });
      return send(reply, told);
    },
  });
  return server;
}

const details: Readonly<Record<'too-large' | 'not-readable' | 'failed', string>> = {
  'too-large': 'The request is larger than any the service takes.',
  'not-readable': 'The request could not be read.',
  failed: 'The hub failed to answer.',
};
/** What the Authorization header carries. */
const tokenIn = (authorization: string | undefined): string | undefined =>
  /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1];

const noStream: Readonly<Record<NoStream, Told>> = {
  'not-readable': problem('not-readable', 'It is not said which folders it is about.'),
  'too-many': problem('too-many', 'So many folders or streams at once are not followed.', {
    'retry-after': '60',
  }),
};
const done: Told = { status: 204, headers: {}, body: '' };
const notProven = problem('event-refused', 'The notification is not signed by who may, or is too old.');
/** One that comes again is answered like the first, so that it does not come once more. */
const eventAnswers: Readonly<Record<EventOutcome, Told>> = {
  taken: done,
  repeated: done,
  forged: notProven,
  old: notProven,
  'not-subscribed': notProven,
  'not-readable': problem('not-readable', 'The notification is no JSON.'),
};
const notThere = problem(
  'no-such-operation',
  'The hub passes on the operations of the practice service, and nothing else.',
);
const notClear = problem('query-not-clear', 'The query names something twice.');
const notJson = problem('not-json', 'The operations of the practice service take JSON.');
const noToken = problem('no-token', 'The Authorization header carries no access token.', {
  'www-authenticate': 'Bearer',
});

function kindOf(error: unknown): Extract<HubProblem, 'too-large' | 'not-readable' | 'failed'> {
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return 'too-large';
  return status >= 400 && status < 500 ? 'not-readable' : 'failed';
}

function send(reply: FastifyReply, { status, headers, body }: Told): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

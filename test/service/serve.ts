import formBody from '@fastify/formbody';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Answer, problem } from './answer.ts';
import { distort, insteadOf } from './faults/distort.ts';
import type { Faults } from './faults/registry.ts';
import type { Misbehaviour } from './faults/rule.ts';
import type { Operation, PlainRequest } from './operation.ts';
import { parseQuery } from './query.ts';

export interface Listener<Request extends PlainRequest> {
  readonly operations: ReadonlyArray<Operation<Request>>;
  readonly faults: Faults;
  /** Lets a request in, with what is known of its caller, or refuses it. */
  admit(request: PlainRequest): { readonly request: Request } | { readonly refusal: Answer };
  /** Makes the upload address in an answer useless; for the fault `expired`. */
  expireUpload?(answer: Answer): void;
  /** The time the Date header shows. */
  shownNow(): number;
}

type Parameterized = { Params: Record<string, string> };
type ParameterizedRequest = FastifyRequest<Parameterized>;

const largestBody = 1024 * 1024;

/** Serves operations over HTTP: bodies, errors as ProblemDetails, and misbehaviour on request. */
export function serve<Request extends PlainRequest>(listener: Listener<Request>): FastifyInstance {
  const server = fastify({
    bodyLimit: largestBody,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 1000 },
  });
  void server.register(formBody);
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json\b/i,
    { parseAs: 'string' },
    (_request, body, done) => {
      try {
        done(null, body === '' ? undefined : JSON.parse(String(body)));
      } catch {
        done(Object.assign(new Error('The body is not JSON.'), { statusCode: 400 }));
      }
    },
  );
  server.addHook('onSend', async (_request, reply) => {
    reply.header('date', new Date(listener.shownNow()).toUTCString());
  });
  server.setErrorHandler((error, _request, reply) => {
    const status = statusOf(error);
    if (status >= 500) console.error(error);
    const detail =
      status >= 500 ? 'Unexpected failure.' : error instanceof Error ? error.message : String(error);
    return send(reply, problem(status, detail));
  });
  server.setNotFoundHandler((_request, reply) => send(reply, problem(404, 'There is no such operation.')));
  for (const operation of listener.operations) {
    server.route<Parameterized>({
      method: operation.method,
      url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => handle(listener, operation, request, reply),
    });
  }
  return server;
}

async function handle<Request extends PlainRequest>(
  listener: Listener<Request>,
  operation: Operation<Request>,
  request: ParameterizedRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = request.url.split('?', 1)[0] ?? '/';
  const faults = listener.faults.take(operation.name, request.method, path);
  for (const fault of faults) {
    await listener.faults.passed(fault);
    if (fault.kind === 'stall') return reply.hijack();
    if (fault.kind === 'reset') return dropConnection(request, reply);
    const instead = insteadOf(fault);
    if (instead !== undefined) return send(reply, instead);
  }
  if (request.socket.destroyed) return reply.hijack();
  const answer = await carryOut(listener, operation, plainRequest(request, path));
  if (has(faults, 'expired')) listener.expireUpload?.(answer);
  if (has(faults, 'holdAnswer')) return reply.hijack();
  if (has(faults, 'loseAnswer')) return dropConnection(request, reply);
  if (has(faults, 'cutConnection')) return cutShort(request, reply, answer);
  return send(reply, distort(answer, faults, listener.faults.chance));
}

function has(faults: readonly Misbehaviour[], kind: Misbehaviour['kind']): boolean {
  return faults.some((fault) => fault.kind === kind);
}

async function carryOut<Request extends PlainRequest>(
  listener: Listener<Request>,
  operation: Operation<Request>,
  plain: PlainRequest,
): Promise<Answer> {
  const admitted = listener.admit(plain);
  return 'refusal' in admitted ? admitted.refusal : operation.handle(admitted.request);
}

function plainRequest(request: ParameterizedRequest, path: string): PlainRequest {
  return {
    method: request.method,
    path,
    params: request.params,
    query: parseQuery(request.url),
    headers: request.headers,
    body: request.body,
  };
}

function textOf(answer: Answer): string {
  return answer.text ?? (answer.body === undefined ? '' : JSON.stringify(answer.body));
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status).header('content-type', 'application/json; charset=utf-8');
  for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value);
  return reply.send(textOf(answer));
}

function dropConnection(request: ParameterizedRequest, reply: FastifyReply): FastifyReply {
  request.socket.resetAndDestroy();
  return reply.hijack();
}

/** Announces the whole length, sends half and drops the connection. */
function cutShort(request: ParameterizedRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const bytes = Buffer.from(textOf(answer));
  reply.hijack();
  reply.raw.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': bytes.length });
  reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => request.socket.destroy());
  return reply;
}

function statusOf(error: unknown): number {
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : 500;
}

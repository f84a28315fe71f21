import { Agent, type ClientRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Agents, Delays, Request as GotStream } from 'got';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import type { NetworkFault } from './errors.ts';

/**
 * Many servers close a connection that was idle for five seconds, just when the system's own agents still use it: what is sent on it
 * then breaks off, and nobody knows whether it arrived. Idle ones are closed here well before; milliseconds.
 */
export const idleFor = 2_000;
const idle = { keepAlive: true, timeout: idleFor, scheduling: 'lifo' } as const;
const direct = { http: new Agent(idle), https: new SecureAgent(idle) };

/** One request on the wire, as it is. */
export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Chunks in turn: each is asked for when the one before is with the system, which is done with its bytes by then. */
  readonly body?: string | Buffer | AsyncIterable<Uint8Array>;
  /** Bytes of answer taken, after decompression; more is cut off or refused. */
  readonly answerLimit: number;
  /** What to do with an answer beyond the limit: take its beginning or refuse it. */
  readonly beyondLimit: 'cut' | 'refuse';
  /** From so many bytes on the answer may be handed over as bytes instead of text. */
  readonly bytesFrom?: number;
  readonly agent?: Agents;
  readonly delays: Delays;
  readonly signal?: AbortSignal;
  /** Called with the bytes handed to the network so far. */
  readonly onSent?: (bytes: number) => void;
  /**
   * Asked, once the head of the answer is here, who takes its body: chunk after chunk, each once the one before was taken. Null
   * gathers it like every other. Who fails in taking it ends the exchange as `aborted`, and knows why.
   */
  readonly bodyTo?: (head: Head) => TakeChunk | null;
}

interface Head {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

export type TakeChunk = (chunk: Uint8Array) => Promise<void>;

export interface Incoming extends Head {
  /** Empty where somebody took it as it came. */
  readonly body: string;
  /** The body instead, where bytes were asked for. */
  readonly bytes?: Buffer;
}

export type ExchangeFailure =
  | { readonly kind: 'offline'; readonly code: string; readonly why: NetworkFault }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'stalled' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'malformed'; readonly what: string };

/** How requests get onto the network and answers back: the one side effect of the client. */
export type Exchange = (outgoing: Outgoing) => Promise<Result<Incoming, ExchangeFailure>>;

/**
 * Sends one request and takes its answer, whatever its status. Follows no redirect, repeats nothing, keeps no cookie.
 * An answer that came completely wins over a fault in sending: a server may refuse early and hang up. A success before it was
 * given everything is none: whoever says so cannot have taken what was to be sent.
 */
export const exchange: Exchange = async (outgoing) => {
  // It is the larger half of all the engine's code, and the window is shown before anything of it is needed.
  const { default: got, RequestError } = await import('got');
  if (outgoing.signal?.aborted) return err({ kind: 'aborted' });
  const { promise, resolve } = Promise.withResolvers<Result<Incoming, ExchangeFailure>>();
  const { body } = outgoing;
  const stream = got.stream(outgoing.url, {
    method: outgoing.method,
    headers: { 'user-agent': undefined, ...outgoing.headers },
    ...(body === undefined ? {} : { body }),
    agent: outgoing.agent ?? direct,
    ...(outgoing.signal ? { signal: outgoing.signal } : {}),
    timeout: outgoing.delays,
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    // A storage address is sent no header it did not ask for, so none naming compressions.
    decompress: outgoing.bodyTo === undefined && (body === undefined || typeof body === 'string'),
  });
  // What may have a body is held back until somebody says that it has none.
  if (body === undefined && outgoing.method !== 'GET') stream.end();
  const chunks: Buffer[] = [];
  let size = 0;
  let head: Head | null = null;
  let isHandedOver = false;
  let isOpen = false;
  let request: ClientRequest | null = null;

  const stop = (result: Result<Incoming, ExchangeFailure>) => {
    resolve(result);
    stream.destroy();
  };
  const answered = (): Result<Incoming, ExchangeFailure> =>
    head === null
      ? err({ kind: 'malformed', what: 'no status' })
      : ok(
          size >= (outgoing.bytesFrom ?? Number.POSITIVE_INFINITY)
            ? { ...head, body: '', bytes: Buffer.concat(chunks) }
            : { ...head, body: Buffer.concat(chunks).toString('utf8') },
        );

  const failed = (error: unknown) => {
    const failure = failureOf(error, error instanceof RequestError ? error.code : 'UNKNOWN');
    stop(err(body !== undefined && isOpen && failure.kind === 'offline' ? interrupted(failure) : failure));
  };
  const gather = (chunk: Buffer) => {
    size += chunk.length;
    if (size <= outgoing.answerLimit) chunks.push(chunk);
    else if (outgoing.beyondLimit === 'cut') stop(answered());
    else stop(err({ kind: 'malformed', what: `answer longer than ${outgoing.answerLimit} bytes` }));
  };
  const handOver = async (take: TakeChunk) => {
    for await (const chunk of stream) {
      try {
        await take(chunk);
      } catch {
        return stop(err({ kind: 'aborted' }));
      }
    }
    resolve(answered());
  };

  stream.on('request', (begun: ClientRequest) => {
    request = begun;
    onceOpen(begun, () => (isOpen = true));
  });
  stream.on('response', (response: { statusCode: number; headers: IncomingHttpHeaders }) => {
    head = { status: response.statusCode, headers: response.headers };
    const take = outgoing.bodyTo?.(head) ?? null;
    isHandedOver = take !== null;
    if (take) return void handOver(take).catch(failed);
    stream.on('data', gather);
    stream.on('end', () => {
      // A connection that took everything is kept for the next request.
      if (body === undefined || request === null || request.writableFinished) return resolve(answered());
      const isSuccess = head !== null && head.status >= 200 && head.status < 300;
      if (!isSuccess) return stop(answered());
      onceSent(stream, request, outgoing.delays.socket ?? longestSilence, (failure) =>
        failure === null ? resolve(answered()) : stop(err(failure)),
      );
    });
  });
  stream.on('uploadProgress', ({ transferred }) => outgoing.onSent?.(transferred));
  stream.on('error', (error) => {
    // Whoever takes the body hears of it once the chunk in hand is taken: that counts.
    if (!isHandedOver) failed(error);
  });
  return promise;
};

/** Calls once the way to the server is open: what is sent may have left since. A kept connection, or one through a proxy, is open at once. */
function onceOpen(request: ClientRequest, open: () => void): void {
  const follow = (socket: Socket & { readonly secureConnecting?: boolean }) => {
    if (socket.secureConnecting === true) socket.once('secureConnect', open);
    else if (socket.connecting) socket.once('connect', open);
    else open();
  };
  if (request.socket) follow(request.socket);
  else request.once('socket', follow);
}

/** Milliseconds in which nothing of a body is taken, when nobody says otherwise. */
const longestSilence = 60_000;

/** Tells null once all of the request is with the system, or why that does not come any more. */
function onceSent(
  stream: GotStream,
  request: ClientRequest,
  silence: number,
  tell: (failure: ExchangeFailure | null) => void,
): void {
  const tooLong = () => tell({ kind: 'stalled' });
  let timer = setTimeout(tooLong, silence);
  const end = (failure: ExchangeFailure | null) => {
    clearTimeout(timer);
    tell(failure);
  };
  stream.on('uploadProgress', () => {
    clearTimeout(timer);
    timer = setTimeout(tooLong, silence);
  });
  request.once('finish', () => end(null));
  request.once('close', () => end({ kind: 'offline', code: 'ECONNRESET', why: 'interrupted' }));
}

/** The way there broke while something was under way: whether it arrived is not known. */
function interrupted(failure: Extract<ExchangeFailure, { kind: 'offline' }>): ExchangeFailure {
  return beforeItOpens.has(failure.why) ? { ...failure, why: 'interrupted' } : failure;
}

/** Faults that say that there is no way to the server. */
const beforeItOpens: ReadonlySet<NetworkFault> = new Set([
  'no-such-host',
  'refused',
  'unreachable',
  'not-trusted',
]);

const faults: Readonly<Record<string, NetworkFault>> = {
  ENOTFOUND: 'no-such-host',
  EAI_AGAIN: 'no-such-host',
  ECONNREFUSED: 'refused',
  ENETUNREACH: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ECONNRESET: 'interrupted',
  ECONNABORTED: 'interrupted',
  EPIPE: 'interrupted',
  ERR_HTTP_CONTENT_LENGTH_MISMATCH: 'interrupted',
  EPROTO: 'not-trusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'not-trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'not-trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'not-trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'not-trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'not-trusted',
  HOSTNAME_MISMATCH: 'not-trusted',
};

/** Takes only codes: messages of network errors quote addresses and headers. */
function failureOf(error: unknown, code: string): ExchangeFailure {
  if (code === 'ERR_ABORTED') return { kind: 'aborted' };
  if (code === 'ETIMEDOUT') return timeoutOf(error);
  if (code === 'ERR_PROXY_TUNNEL') return { kind: 'offline', code, why: proxyFault(error) };
  if (/^(HPE_|Z_|ERR_INVALID_(CHAR|HTTP)|ERR_HTTP_INVALID)/.test(code))
    return { kind: 'malformed', what: code };
  if (/^(CERT_|ERR_TLS_|ERR_SSL_)/.test(code)) return { kind: 'offline', code, why: 'not-trusted' };
  return { kind: 'offline', code, why: faults[code] ?? 'unknown' };
}

/** What a proxy answered instead of opening a way through. */
function proxyFault(error: unknown): NetworkFault {
  const cause = error instanceof Error ? error.cause : null;
  const status = cause instanceof Error && 'statusCode' in cause ? cause.statusCode : null;
  if (status === null) return 'proxy-unreachable';
  return status === 407 ? 'proxy-sign-in' : 'proxy-refused';
}

/** The runtime's own connection timeout bears the same code as ours, and means the host is out of reach. */
function timeoutOf(error: unknown): ExchangeFailure {
  const event = error instanceof Error && 'event' in error ? error.event : null;
  if (event === null) return { kind: 'offline', code: 'ETIMEDOUT', why: 'unreachable' };
  if (event === 'socket' || event === 'read') return { kind: 'stalled' };
  if (event === 'connect' || event === 'lookup' || event === 'secureConnect') {
    return { kind: 'offline', code: 'ETIMEDOUT', why: 'unreachable' };
  }
  return { kind: 'timeout' };
}

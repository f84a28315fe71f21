import { err, ok, type Result } from '../../shared/base/result.ts';
import type { Exchange, ExchangeFailure, Incoming } from '../engine/service/exchange.ts';
import { defaultDelays } from '../engine/service/transport.ts';
import type { AllowedRequest } from './allowed-request.ts';
import { problem, type Told } from './problem.ts';

/** Bytes: as much as a desktop takes of one answer. */
const answerLimit = 400 * 1024 * 1024;

/** What of an answer's head is the desktop's business. */
const passedOn = ['content-type', 'date', 'etag', 'location', 'retry-after', 'www-authenticate'] as const;

export interface Asked {
  readonly request: AllowedRequest;
  /** The desktop's own access token. */
  readonly token: string;
  readonly body?: string | undefined;
  readonly contentType?: string | undefined;
  /** The validator of what is known already. */
  readonly known?: string | undefined;
}

/** Asks the one service that the hub stands before, with the desktop's token and the firm's key. */
export type AskService = (asked: Asked) => Promise<Result<Told, ExchangeFailure>>;

export function serviceBehind(options: {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly exchange: Exchange;
}): AskService {
  const { baseUrl, apiKey, exchange } = options;
  return async ({ request, token, body, contentType, known }) => {
    const incoming = await exchange({
      method: request.method,
      url: new URL(`${baseUrl}${request.path}`),
      headers: {
        accept: 'application/json',
        'user-agent': 'Matterline hub',
        'x-api-key': apiKey,
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': contentType ?? 'application/json' }),
        ...(known === undefined ? {} : { 'if-none-match': known }),
      },
      ...(body === undefined ? {} : { body }),
      answerLimit,
      beyondLimit: 'refuse',
      bytesFrom: 0,
      delays: defaultDelays,
    });
    return incoming.ok ? ok(toldOf(incoming.value, apiKey)) : err(incoming.error);
  };
}

function toldOf({ status, headers, body, bytes }: Incoming, apiKey: string): Told {
  const given = bytes ?? Buffer.from(body);
  const kept = passedOn.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  // A service that quotes the request in its answer must not tell desktops the firm's key.
  const safe = given.includes(apiKey) ? given.toString('utf8').replaceAll(apiKey, '•••') : given;
  return { status, headers: Object.fromEntries(kept), body: safe };
}

/** What a desktop is told when the service gave no answer. */
export function noAnswer(failure: ExchangeFailure): Told {
  switch (failure.kind) {
    case 'offline':
      if (failure.why === 'interrupted')
        return problem('service-interrupted', 'The connection to the practice service broke off.');
      return problem('service-unreachable', 'The hub cannot reach the practice service.');
    case 'timeout':
    case 'stalled':
      return problem('service-silent', 'The practice service did not answer the hub in time.');
    case 'malformed':
    case 'aborted':
      return problem(
        'service-not-understood',
        'The hub did not understand what the practice service answered.',
      );
  }
}

import { err, ok, type Result } from '../../../shared/base/result.ts';
import type { Exchange } from './exchange.ts';

/** A stamp has some kilobytes, with all its certificates; reading what is longer would hold up the engine. */
const answerLimit = 64 * 1024;

/** In all, in milliseconds: nobody waits for a stamp who could do something else. */
const delays = { lookup: 10_000, connect: 10_000, secureConnect: 10_000, response: 20_000, request: 30_000 };

export type StampRequestFailure = 'unreachable' | 'slow' | 'refused' | 'not-a-stamp' | 'ends';

/** Asks a time-stamping authority (RFC 3161, section 3.4). It is sent the question and nothing else. */
export async function askForStamp(
  exchange: Exchange,
  address: string,
  request: Uint8Array,
  signal?: AbortSignal,
): Promise<Result<Uint8Array<ArrayBuffer>, StampRequestFailure>> {
  const answer = await exchange({
    method: 'POST',
    url: new URL(address),
    headers: {
      'content-type': 'application/timestamp-query',
      accept: 'application/timestamp-reply',
      'user-agent': 'Matterline',
      'content-length': String(request.length),
    },
    body: Buffer.from(request),
    answerLimit,
    beyondLimit: 'refuse',
    bytesFrom: 0,
    delays,
    ...(signal ? { signal } : {}),
  });
  if (!answer.ok) {
    const { kind } = answer.error;
    if (kind === 'aborted') return err('ends');
    if (kind === 'malformed') return err('not-a-stamp');
    return err(kind === 'timeout' || kind === 'stalled' ? 'slow' : 'unreachable');
  }
  const { status, bytes, headers } = answer.value;
  if (status !== 200) return err('refused');
  if (!bytes || !/^application\/timestamp-reply\b/i.test(headers['content-type'] ?? ''))
    return err('not-a-stamp');
  return ok(Uint8Array.from(bytes));
}

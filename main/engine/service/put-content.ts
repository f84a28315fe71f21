import { err, ok, type Result } from '../../../shared/base/result.ts';
import { failureCode } from '../platform/files.ts';
import { refusalOf } from './answer-status.ts';
import { parseRetryAfter } from './budget/retry-after.ts';
import type { UploadInfo } from './documents.ts';
import type { ServiceError } from './errors.ts';
import { exchange, type Incoming } from './exchange.ts';
import { defaultDelays, networkError, type ServiceClientOptions } from './transport.ts';

export interface Content {
  /** Exact length in bytes. */
  readonly size: number;
  /** The content from its first byte: in chunks that hold until the next is asked for, or all of it when it is small. */
  readonly open: () => AsyncIterable<Uint8Array> | Buffer;
}

export interface PutContentOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes handed to the network so far. */
  readonly onProgress?: ((sent: number) => void) | undefined;
}

const operation = 'documents.putContent';
/** Storage answers with a short page or nothing; only its beginning tells anything. */
const answerLimit = 64 * 1024;
/** Milliseconds without a byte moving before a transfer counts as stalled. */
const defaultStall = 60_000;

/**
 * Sends a file's content to its upload address (spec: Documents, upload rule): PUT with an empty `Content-Type` and an
 * exact length, and nothing that would tell that other host who we are. Reads as fast as the network takes, in constant
 * memory. Tried once: after a failure the file is announced again. Not counted in the service's budget.
 */
export async function putContent(
  client: Pick<ServiceClientOptions, 'clock' | 'http'>,
  target: Pick<UploadInfo, 'uploadUrl' | 'expiresAt'>,
  content: Content,
  options: PutContentOptions = {},
): Promise<Result<void, ServiceError>> {
  const { clock, http } = client;
  const { signal, onProgress } = options;
  const expired = () => target.expiresAt !== null && clock.now() >= target.expiresAt;
  if (!URL.canParse(target.uploadUrl)) {
    return err({ operation, kind: 'invalid-request', field: 'uploadUrl', rule: 'must be an address' });
  }
  if (expired()) return err({ operation, kind: 'upload-expired', status: null });

  let unreadable: string | null = null;
  const source = content.open();
  if (Buffer.isBuffer(source) && source.length !== content.size) {
    return err({ operation, kind: 'content-unreadable', code: wrongLength });
  }
  const body = Buffer.isBuffer(source)
    ? source
    : exactly(source, content.size, (code) => (unreadable ??= code));

  const url = new URL(target.uploadUrl);
  // Only the way to the other host is timed as a whole: a large document takes as long as it takes.
  const { lookup, connect, secureConnect } = { ...defaultDelays, ...http?.timeouts };
  const answer = await (http?.exchange ?? exchange)({
    method: 'PUT',
    url,
    headers: { 'content-type': '', 'content-length': String(content.size) },
    body,
    answerLimit,
    beyondLimit: 'cut',
    delays: { lookup, connect, secureConnect, socket: http?.uploadStall ?? defaultStall },
    ...(http?.agent ? { agent: http.agent } : {}),
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onSent: onProgress } : {}),
  });
  // Closes what it reads from, wherever it was left.
  if (!Buffer.isBuffer(body)) await body.return();
  if (unreadable !== null) return err({ operation, kind: 'content-unreadable', code: unreadable });
  if (!answer.ok) return err(networkError(operation, answer.error));
  const outcome = outcomeOf(answer.value, url.origin, expired(), clock.now());
  // A fast answer can come before the network reports its last bytes.
  if (outcome.ok) onProgress?.(content.size);
  return outcome;
}

const wrongLength = 'WRONG_LENGTH';

/** The source's bytes for the network; `onFailure` is told the code when there are not exactly `size` of them to read. */
async function* exactly(
  source: AsyncIterable<Uint8Array>,
  size: number,
  onFailure: (code: string) => void,
): AsyncGenerator<Uint8Array, void> {
  let left = size;
  const wrong = () =>
    Object.assign(new Error('the content is not as long as announced'), { code: wrongLength });
  const reading = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await reading.next();
      if (next.done) break;
      left -= next.value.byteLength;
      if (left < 0) throw wrong();
      yield next.value;
    }
    if (left > 0) throw wrong();
  } catch (failure) {
    onFailure(failureCode(failure));
    throw failure;
  } finally {
    await reading.return?.();
  }
}

/** Storage services say 403 for an address that has run out, and tell why only in their words. */
function outcomeOf(
  answer: Incoming,
  origin: string,
  expired: boolean,
  now: number,
): Result<void, ServiceError> {
  const { status, headers } = answer;
  const refused = status === 400 || status === 401 || status === 403 || status === 410;
  if (refused && (expired || status === 410 || /expired/i.test(answer.body))) {
    return err({ operation, kind: 'upload-expired', status });
  }
  const refusal = refusalOf({
    ...answer,
    retryAfter: parseRetryAfter(headers['retry-after'], headers.date, now),
    origin,
  });
  if (!refusal) return ok(undefined);
  // Storage speaks for itself, often quoting the secret address: its words are left out.
  return err({ operation, ...refusal, ...('problem' in refusal ? { problem: null } : {}) });
}

import { createHash, type Hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import { fullJitter } from '../platform/back-off.ts';
import { failureCode } from '../platform/files.ts';
import { refusalOf } from './answer-status.ts';
import { isAsItIs, isChunked, lengthOf, lengthWithRest, strongEtag } from './content-head.ts';
import type { DownloadInfo } from './document-files.ts';
import { isPermitted } from './documents.ts';
import type { ServiceError } from './errors.ts';
import { exchange, type Incoming, type TakeChunk } from './exchange.ts';
import { type StatedDigest, statedDigest } from './stated-digest.ts';
import { defaultDelays, networkError, type ServiceClientOptions } from './transport.ts';

/** Where a content goes while it comes in. What it rejects with is told by its code, as `not-kept`. */
export interface ContentTarget {
  /** The next bytes; done with them when it resolves. */
  readonly write: (chunk: Uint8Array) => Promise<void>;
  /** Nothing of what was written counts: the first byte comes again. */
  readonly beginAgain: () => Promise<void>;
}

/** All of a content, as it was written. */
export interface GotContent {
  /** Lowercase hex. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** What can be wrong with a content that is fetched, beside what can be wrong with every call. */
export type ContentFault =
  /** It is not as long as the service said, has another hash than the storage said, or came compressed. */
  | { readonly kind: 'not-as-stated'; readonly what: 'size' | 'hash' | 'form' }
  /** It ended with the connection, and nobody said where it ends: some of it may be missing. */
  | { readonly kind: 'end-unknown' }
  /** Its address had ended each time. */
  | { readonly kind: 'download-expired' }
  /** Its address would bring it unencrypted. */
  | { readonly kind: 'not-secure' };

export interface GetContentOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes written so far, and how many there are in all; null when nobody says. */
  readonly onProgress?: ((done: number, of: number | null) => void) | undefined;
}

const operation = 'documents.getContent';
/** Of an answer that is no content only the beginning tells anything. */
const answerLimit = 64 * 1024;
/** Milliseconds without a byte moving before a transfer counts as stalled. */
const defaultStall = 60_000;
/** Addresses asked for, one after the other ended. */
const mostAddresses = 5;
/** Cut-offs without a new byte between them, and in all, after which it is given up. */
const mostBreaksInARow = 4;
const mostBreaks = 100;
const backOff = { base: 500, cap: 8_000 };

type Outcome =
  | { readonly outcome: 'over' | 'expired' | 'broken' }
  | { readonly outcome: 'failed'; readonly error: ServiceError | ContentFault };

/**
 * Fetches a content from its temporary address on another host: GET with nothing that would tell that host who we are. Goes on
 * where it was cut off if the storage allows that and the content is the same still (`Range` with `If-Range`), and begins again
 * otherwise. Memory stays flat, and redirections are followed as little as in sending. Not counted in the service's budget.
 * @param addressOf asked at first, and again when the address ended
 */
export async function getContent<Failure>(
  client: Pick<ServiceClientOptions, 'clock' | 'random' | 'http'>,
  addressOf: () => Promise<Result<DownloadInfo, Failure>>,
  target: ContentTarget,
  options: GetContentOptions = {},
): Promise<Result<GotContent, ServiceError | ContentFault | Failure>> {
  const { clock, random } = client;
  const arriving = new Arriving(target, options.onProgress);
  let info: DownloadInfo | null = null;
  let addresses = 0;
  let breaks = 0;
  let sinceByte = 0;
  for (;;) {
    if (options.signal?.aborted) return err({ operation, kind: 'aborted' });
    if (!info || isOver(info, clock.now())) {
      if (addresses === mostAddresses) return err({ kind: 'download-expired' });
      addresses += 1;
      const asked = await addressOf();
      if (!asked.ok) return asked;
      if (!isPermitted(asked.value.downloadUrl)) return err({ kind: 'not-secure' });
      if (isOver(asked.value, clock.now())) return err({ kind: 'download-expired' });
      info = asked.value;
      arriving.says(info.sizeBytes);
    }
    const before = arriving.size;
    const next: Outcome = await piece(client, info, arriving, options.signal);
    if (next.outcome === 'over') return arriving.end();
    if (next.outcome === 'failed') return err(next.error);
    if (next.outcome === 'expired') {
      info = null;
      continue;
    }
    breaks += 1;
    sinceByte = arriving.size > before ? 0 : sinceByte + 1;
    if (sinceByte >= mostBreaksInARow || breaks >= mostBreaks) {
      return err(arriving.lastBreak ?? { operation, kind: 'stalled' });
    }
    await clock.sleep(fullJitter(sinceByte, random, backOff), options.signal);
  }
}

/** What has come of a content, and what is known of all of it. */
class Arriving {
  readonly #target: ContentTarget;
  readonly #onProgress: GetContentOptions['onProgress'];
  #sha256 = createHash('sha256');
  #other: { readonly hash: Hash; readonly stated: StatedDigest } | null = null;
  #stated: StatedDigest | null = null;
  #expected: number | null = null;
  #saidByService: number | null = null;
  /** The storage marks its end (RFC 9112, 7.1): the connection alone may end anywhere. */
  #hasEnd = false;
  /** What is here is not the content that the service speaks of now. */
  #isOfAnother = false;
  #begun: Promise<void> = Promise.resolve();
  /** The strong validator by which the storage knows what it gave; null when it named none. */
  #etag: string | null = null;
  size = 0;
  /** Why taking it failed. */
  fault: ServiceError | ContentFault | null = null;
  lastBreak: ServiceError | null = null;

  constructor(target: ContentTarget, onProgress: GetContentOptions['onProgress']) {
    this.#target = target;
    this.#onProgress = onProgress;
  }

  says(sizeBytes: number | null): void {
    if (sizeBytes === null) return;
    if (this.size > 0 && sizeBytes !== this.#expected) this.#isOfAnother = true;
    this.#saidByService = sizeBytes;
    this.#expected = sizeBytes;
  }

  get isWhole(): boolean {
    return this.size > 0 && this.size === this.#expected && !this.#isOfAnother;
  }

  /** By what the storage can be asked for the rest of what is here; null where it has to give all of it. */
  get goingOnBy(): string | null {
    return this.size > 0 && !this.#isOfAnother ? this.#etag : null;
  }

  /** Nothing more is added to what is here. */
  doesNotGoOn(): void {
    this.#etag = null;
  }

  /** True where the storage speaks of another length than the service. */
  contradicts(length: number | null): boolean {
    return length !== null && this.#saidByService !== null && length !== this.#saidByService;
  }

  /** The first byte is next. */
  begins(headers: IncomingHttpHeaders, length: number | null): TakeChunk {
    this.#begun = this.#trying(() => this.#beginAgain(headers, length));
    this.#begun.catch(() => undefined);
    return async (chunk) => {
      await this.#begun;
      await this.#take(chunk);
    };
  }

  /** @param length bytes of all of the content */
  goesOn(length: number): TakeChunk | null {
    if (this.#expected !== null && length !== this.#expected) return null;
    this.#expected = length;
    return (chunk) => this.#take(chunk);
  }

  async end(): Promise<Result<GotContent, ServiceError | ContentFault>> {
    await this.#begun.catch(() => undefined);
    if (this.fault) return err(this.fault);
    if (this.#expected !== null && this.size !== this.#expected) {
      return err({ kind: 'not-as-stated', what: 'size' });
    }
    const digest = this.#sha256.digest();
    const stated = this.#other?.stated ?? this.#stated;
    if (this.#expected === null && !this.#hasEnd && stated === null) return err({ kind: 'end-unknown' });
    const found = this.#other ? this.#other.hash.digest('base64') : digest.toString('base64');
    if (stated && stated.base64 !== found) return err({ kind: 'not-as-stated', what: 'hash' });
    return ok({ sha256: digest.toString('hex'), size: this.size });
  }

  async #beginAgain(headers: IncomingHttpHeaders, length: number | null): Promise<void> {
    const stated = statedDigest(headers);
    this.#sha256 = createHash('sha256');
    this.#stated = stated?.algorithm === 'sha256' ? stated : null;
    this.#other = stated?.algorithm === 'md5' ? { stated, hash: createHash('md5') } : null;
    this.#expected = this.#saidByService ?? length;
    this.#hasEnd = isChunked(headers);
    this.#etag = strongEtag(headers.etag);
    this.#isOfAnother = false;
    const isFirst = this.size === 0;
    this.size = 0;
    if (!isFirst) await this.#target.beginAgain();
  }

  async #take(chunk: Uint8Array): Promise<void> {
    if (this.#expected !== null && this.size + chunk.byteLength > this.#expected) {
      this.fault = { kind: 'not-as-stated', what: 'size' };
      throw new Error('more came than was said');
    }
    await this.#trying(() => this.#target.write(chunk));
    this.#sha256.update(chunk);
    this.#other?.hash.update(chunk);
    this.size += chunk.byteLength;
    this.#onProgress?.(this.size, this.#expected);
  }

  async #trying(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (failure) {
      this.fault ??= { operation, kind: 'not-kept', code: failureCode(failure) };
      throw failure;
    }
  }
}

/** One request for what is missing. */
async function piece(
  { clock, http }: Pick<ServiceClientOptions, 'clock' | 'http'>,
  info: DownloadInfo,
  arriving: Arriving,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  if (arriving.isWhole) return { outcome: 'over' };
  const url = new URL(info.downloadUrl);
  // Without a validator nobody can tell whether the rest belongs to what is here.
  const { goingOnBy: etag, size: from } = arriving;
  const { lookup, connect, secureConnect, response } = { ...defaultDelays, ...http?.timeouts };
  let isTaken = false;
  const takerOf = (status: number, headers: IncomingHttpHeaders): TakeChunk | null => {
    if (status === 206 && etag !== null) {
      const whole = lengthWithRest(headers, from, etag);
      return whole === null ? null : arriving.goesOn(whole);
    }
    const length = lengthOf(headers);
    const isContent = status === 200 && isAsItIs(headers) && !arriving.contradicts(length);
    return isContent ? arriving.begins(headers, length) : null;
  };
  const answer = await (http?.exchange ?? exchange)({
    method: 'GET',
    url,
    headers: etag !== null ? { range: `bytes=${from}-`, 'if-range': etag } : {},
    answerLimit,
    beyondLimit: 'cut',
    // Only the way to the other host is timed as a whole: a large document takes as long as it takes.
    delays: { lookup, connect, secureConnect, response, socket: http?.uploadStall ?? defaultStall },
    ...(http?.agent ? { agent: http.agent } : {}),
    ...(signal ? { signal } : {}),
    bodyTo({ status, headers }) {
      const take = takerOf(status, headers);
      isTaken = take !== null;
      return take;
    },
  });
  if (arriving.fault) return { outcome: 'failed', error: arriving.fault };
  if (!answer.ok) {
    const error = networkError(operation, answer.error);
    // What never began is told at once, like every other request.
    const mayGoOn =
      from > 0 || arriving.size > 0 || (error.kind === 'offline' && error.why === 'interrupted');
    const isBreak = error.kind === 'offline' || error.kind === 'stalled' || error.kind === 'timeout';
    if (!isBreak || !mayGoOn) return { outcome: 'failed', error };
    arriving.lastBreak = error;
    return { outcome: 'broken' };
  }
  if (isTaken) return { outcome: 'over' };
  return withoutContent(answer.value, { arriving, origin: url.origin, isOver: isOver(info, clock.now()) });
}

/** An answer that brought nothing of the content. Storages say 403 for an address that has run out, and tell why in their words. */
function withoutContent(
  answer: Incoming,
  { arriving, origin, isOver: over }: { arriving: Arriving; origin: string; isOver: boolean },
): Outcome {
  const { status } = answer;
  const isRefused = status === 400 || status === 401 || status === 403 || status === 410;
  if (isRefused && (over || status === 410 || /expired/i.test(answer.body))) return { outcome: 'expired' };
  const refusal = refusalOf({ ...answer, retryAfter: null, origin });
  if (!refusal || status === 416) {
    // A part that nobody asked for, or none where one was: from its first byte it is asked for once more.
    if (arriving.goingOnBy !== null && status !== 200) {
      arriving.doesNotGoOn();
      return { outcome: 'broken' };
    }
    const what = isAsItIs(answer.headers) ? 'size' : 'form';
    return { outcome: 'failed', error: { kind: 'not-as-stated', what } };
  }
  // A storage speaks for itself, often quoting the secret address: its words are left out.
  const error = { operation, ...refusal, ...('problem' in refusal ? { problem: null } : {}) } as ServiceError;
  const mayPass = refusal.kind === 'server' || refusal.kind === 'rate-limited' || refusal.kind === 'timeout';
  if (!mayPass) return { outcome: 'failed', error };
  arriving.lastBreak = error;
  return { outcome: 'broken' };
}

const isOver = ({ expiresAt }: DownloadInfo, now: number): boolean => expiresAt !== null && now >= expiresAt;

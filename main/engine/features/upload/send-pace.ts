import type { Clock, Timer } from '../../../../shared/base/clock.ts';
import { err } from '../../../../shared/base/result.ts';
import type { exchange } from '../../service/exchange.ts';

type Exchange = typeof exchange;

/** Longest wait in one piece, in milliseconds: a limit that is changed takes effect by then. */
const longestWait = 1_000;
/** Bytes of a piece, which takes a quarter of a second. */
const smallestPiece = 4 * 1024;
const largestPiece = 256 * 1024;

/**
 * Lets contents leave no faster than so many bytes a second: in any time of `t` seconds no more than `limit * (t + 1)`
 * bytes and one piece of the stream.
 */
export class SendPace {
  readonly #clock: Pick<Clock, 'steady' | 'sleep'>;
  #limit: number | null = null;
  #left = 0;
  #at: number;
  #queue: Promise<void> = Promise.resolve();

  constructor(clock: Pick<Clock, 'steady' | 'sleep'>) {
    this.#clock = clock;
    this.#at = clock.steady();
  }

  get isLimited(): boolean {
    return this.#limit !== null;
  }

  /** Bytes that a stream is handed on in at once. */
  get piece(): number {
    const wanted = Math.floor((this.#limit ?? Number.POSITIVE_INFINITY) / 4);
    return Math.max(smallestPiece, Math.min(largestPiece, wanted));
  }

  /** Bytes a second; null for no limit. */
  setLimit(limit: number | null): void {
    if (limit === this.#limit) return;
    this.#limit = limit;
    this.#left = limit ?? 0;
    this.#at = this.#clock.steady();
  }

  /** Resolves when so many bytes may leave, in the order asked; with `signal` aborted, without taking any. */
  take(bytes: number, signal?: AbortSignal): Promise<void> {
    this.#queue = this.#queue.then(() => this.#turn(bytes, signal));
    return this.#queue;
  }

  async #turn(bytes: number, signal: AbortSignal | undefined): Promise<void> {
    while (!signal?.aborted) {
      const limit = this.#limit;
      if (limit === null) return;
      const now = this.#clock.steady();
      this.#left = Math.min(limit, this.#left + ((now - this.#at) / 1_000) * limit);
      this.#at = now;
      // What is larger than a second's worth goes when anything may go, and is made up for after it.
      if (this.#left > 0) {
        this.#left -= bytes;
        return;
      }
      await this.#clock.sleep(Math.min(longestWait, Math.ceil((-this.#left / limit) * 1_000) + 1));
    }
  }
}

/**
 * Sends streams of contents at this pace, and everything else at once: a content in one piece has its turn before it is announced, for
 * nothing is looked at again once it waits here. What is under way when a first limit is set goes on as it
 * began. A stream counts as stalled when the network takes nothing for `delays.socket`; that it is held back here is no
 * silence of the network.
 */
export function paced(send: Exchange, pace: SendPace, clock: Pick<Clock, 'timer'>): Exchange {
  return async (outgoing) => {
    const { headers, body } = outgoing;
    // An empty type is what an upload address wants, and nothing else.
    if (headers['content-type'] !== '' || body === undefined || !pace.isLimited) return send(outgoing);
    if (typeof body === 'string' || Buffer.isBuffer(body)) return send(outgoing);
    const { socket: longestSilence, ...delays } = outgoing.delays;
    const silence = new Silence(clock, longestSilence);
    const signal = AbortSignal.any([silence.signal, ...(outgoing.signal ? [outgoing.signal] : [])]);
    const result = await send({ ...outgoing, delays, signal, body: atPace(body, pace, silence) });
    silence.end();
    const isStalled = silence.signal.aborted && !result.ok && result.error.kind === 'aborted';
    return isStalled ? err({ kind: 'stalled' }) : result;
  };
}

/** In pieces so small that each of several streams moves every few seconds. */
async function* atPace(
  source: AsyncIterable<Uint8Array>,
  pace: SendPace,
  silence: Silence,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) {
      silence.end();
      const piece = chunk.subarray(at, at + pace.piece);
      await pace.take(piece.length);
      at += piece.length;
      silence.begin();
      yield piece;
    }
    silence.end();
  }
  // From here on the answer is waited for.
  silence.begin();
}

/** Measures how long the network takes nothing, and aborts when that is too long. */
class Silence {
  readonly #clock: Pick<Clock, 'timer'>;
  readonly #longest: number | undefined;
  readonly #tooLong = new AbortController();
  #timer: Timer | null = null;

  /** @param longest in milliseconds; undefined for no limit */
  constructor(clock: Pick<Clock, 'timer'>, longest: number | undefined) {
    this.#clock = clock;
    this.#longest = longest;
  }

  get signal(): AbortSignal {
    return this.#tooLong.signal;
  }

  begin(): void {
    this.end();
    if (this.#longest === undefined) return;
    this.#timer = this.#clock.timer(this.#longest, () => this.#tooLong.abort());
  }

  end(): void {
    this.#timer?.cancel();
    this.#timer = null;
  }
}

import type { Clock } from '../../../shared/clock.ts';
import type { exchange } from '../service/exchange.ts';

type Exchange = typeof exchange;

/** Longest wait in one piece, in milliseconds: a limit that is changed takes effect by then. */
const longestWait = 1_000;

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

  /** Bytes a second; null for no limit. */
  setLimit(limit: number | null): void {
    if (limit === this.#limit) return;
    this.#limit = limit;
    this.#left = limit ?? 0;
    this.#at = this.#clock.steady();
  }

  /** Resolves when so many bytes may leave; in the order asked. */
  take(bytes: number): Promise<void> {
    this.#queue = this.#queue.then(() => this.#turn(bytes));
    return this.#queue;
  }

  async #turn(bytes: number): Promise<void> {
    for (;;) {
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

/** Sends contents at this pace, and everything else at once. What is under way when a first limit is set goes on as it began. */
export function paced(send: Exchange, pace: SendPace): Exchange {
  return async (outgoing) => {
    const { headers, body } = outgoing;
    // An empty type is what an upload address wants, and nothing else.
    if (headers['content-type'] !== '' || body === undefined || !pace.isLimited) return send(outgoing);
    if (typeof body !== 'string' && !Buffer.isBuffer(body))
      return send({ ...outgoing, body: atPace(body, pace) });
    await pace.take(body.length);
    return send(outgoing);
  };
}

async function* atPace(source: AsyncIterable<Uint8Array>, pace: SendPace): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of source) {
    await pace.take(chunk.length);
    yield chunk;
  }
}

import { type Bucket, type RateLimit, refill } from '../../main/engine/service/budget/token-bucket.ts';
import type { Exchange, Incoming } from '../../main/engine/service/exchange.ts';
import type { Clock } from '../../shared/base/clock.ts';
import { err, ok } from '../../shared/base/result.ts';

/** The limit that the service keeps: each account its own, or all of the firm together. */
export type Limits = { readonly each: RateLimit } | { readonly together: RateLimit };

/** Milliseconds on the way there and back, from the shortest up; most are near it. */
const way = { shortest: 15, spread: 120 } as const;

export interface Desk {
  /** Milliseconds from filing a version until it was told here, by the path of the history. */
  readonly newsAfter?: Map<string, number[]>;
  /** When the folder's history was last told, by its path. */
  readonly told: Map<string, number>;
  readonly exchange: Exchange;
  readonly token?: string;
  /** Where requests go instead of to the service. */
  readonly hub?: string;
}

/** A model of the practice service: takes time, keeps its limit, refuses beyond it, and tells that nothing changed. */
export class ModelService {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #limits: Limits;
  /** When each version was filed, by the path of the history that tells it. */
  readonly filed = new Map<string, number[]>();
  /** Told of each matter in which something was filed. */
  onFiled: (matter: string) => void = () => {};
  readonly #together: { bucket: Bucket };
  offline = false;
  /** Requests that arrived in each second since 1970, and those of them that were refused. */
  readonly arrivals = new Map<number, number>();
  refused = 0;
  taken = 0;

  constructor(clock: Clock, random: () => number, limits: Limits) {
    this.#clock = clock;
    this.#random = random;
    this.#limits = limits;
    this.#together = { bucket: this.#full() };
  }

  /** The service as one desktop sees it. */
  desk(): Desk {
    const told = new Map<string, number>();
    const own = 'together' in this.#limits ? this.#together : { bucket: this.#full() };
    const exchange: Exchange = async (outgoing) => {
      await this.#clock.sleep(this.#travel(), outgoing.signal);
      const second = Math.floor(this.#clock.now() / 1000);
      this.arrivals.set(second, (this.arrivals.get(second) ?? 0) + 1);
      if (this.offline) return err({ kind: 'offline', code: 'ECONNREFUSED', why: 'refused' });
      const answer = this.#answer(own, outgoing.method, outgoing.url.pathname, told);
      await this.#clock.sleep(this.#travel(), outgoing.signal);
      return outgoing.signal?.aborted ? err({ kind: 'aborted' }) : ok(answer);
    };
    return { told, exchange };
  }

  #answer(own: { bucket: Bucket }, method: string, path: string, told: Map<string, number>): Incoming {
    const now = this.#clock.now();
    const limit = 'each' in this.#limits ? this.#limits.each : this.#limits.together;
    own.bucket = refill(own.bucket, limit, now);
    if (own.bucket.tokens < 1) {
      this.refused += 1;
      return { status: 429, headers: {}, body: '' };
    }
    own.bucket = { ...own.bucket, tokens: own.bucket.tokens - 1 };
    this.taken += 1;
    if (method === 'PUT') {
      const matter = /^\/matters\/([^/]+)/.exec(path)?.[1] ?? '';
      const history = `/matters/${matter}/documents/folders/${matter}/history`;
      this.filed.set(history, [...(this.filed.get(history) ?? []), now]);
      this.onFiled(matter);
      const expiry = new Date(now + 900_000).toISOString();
      const body = { fileId: 'file', uploadUrl: 'https://storage.example/upload', expiry };
      return { status: 202, headers: {}, body: JSON.stringify(body) };
    }
    told.set(path, now);
    return {
      status: 200,
      headers: {},
      body: JSON.stringify({ value: [], version: this.filed.get(path)?.length ?? 0 }),
    };
  }

  #travel(): number {
    return this.travel(this.#random);
  }

  /** Milliseconds on one way. */
  travel(random: () => number): number {
    return way.shortest + way.spread * random() ** 3;
  }

  #full(): Bucket {
    const limit = 'each' in this.#limits ? this.#limits.each : this.#limits.together;
    return { tokens: limit.burst, at: this.#clock.now() };
  }
}

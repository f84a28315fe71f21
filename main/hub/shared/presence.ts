import type { Redis } from 'ioredis';

/** Milliseconds between two signs of life of a hub, and after which the others do not count on it any more. */
export const aliveEvery = 1_000;
const goneAfter = 4_000;
/** Milliseconds after a hub's last sign of life from which on it takes its share by itself: by then the others leave it room. */
export const aloneAfter = goneAfter + aliveEvery + 500;
/** Milliseconds for which room is left to a hub that went without a word: it may be at work, cut off from Redis. */
const rememberedFor = 15 * 60_000;

/** Which hubs share the limit. Times are those of Redis's own clock. */
export class Presence {
  readonly #redis: Redis;
  readonly #key: string;
  /** The same for a hub that was started again in the place of another. */
  readonly #place: string;
  #known = 1;
  #present = 1;

  constructor(redis: Redis, key: string, place: string) {
    this.#redis = redis;
    this.#key = key;
    this.#place = place;
  }

  /** Hubs that share the limit, those included that were not heard of for a while. */
  get known(): number {
    return this.#known;
  }

  /** Those of them that are connected. */
  get present(): number {
    return this.#present;
  }

  /** Says that this one is there, and counts. */
  async sign(now: number): Promise<void> {
    await this.#redis.zadd(this.#key, now, this.#place);
    await this.#redis.zremrangebyscore(this.#key, 0, now - rememberedFor);
    this.#known = Math.max(1, await this.#redis.zcard(this.#key));
    this.#present = Math.max(1, await this.#redis.zcount(this.#key, now - goneAfter, '+inf'));
  }

  async leave(): Promise<void> {
    await this.#redis.zrem(this.#key, this.#place);
  }
}

import type { Line } from '../engine/service/budget/gate.ts';
import { type RequestClass, requestClasses } from './request-class.ts';

export interface Waiter {
  /** Whose desktop waits. */
  readonly who: string;
  class: RequestClass;
  /** How many were let through before it came. */
  readonly since: number;
  readonly grant: () => void;
}

/**
 * How much of a burst must still be possible at once after one of this class: several announcements go at once beside what is polled. It
 * costs nothing of the limit: what is polled goes as soon as the bucket is fuller than that.
 */
const reserves: Readonly<Record<RequestClass, number>> = {
  announce: 0,
  write: 0.2,
  view: 0.9,
  linked: 0.93,
  rest: 0.96,
};

/** Of so many requests one is the one that waited longest, whatever its class: nothing waits for ever. */
const agedEvery = 16;

/** The whole firm's line: classes by their urgency, and within each class one request of each desktop in turn. */
export class FairLine implements Line {
  readonly #classes: Readonly<Record<RequestClass, Map<string, Waiter[]>>> = {
    announce: new Map(),
    write: new Map(),
    view: new Map(),
    linked: new Map(),
    rest: new Map(),
  };
  readonly #burst: number;
  #released = 0;
  #size = 0;

  /** @param burst requests that may go at once after a silence */
  constructor(burst: number) {
    this.#burst = burst;
  }

  get size(): number {
    return this.#size;
  }

  waiting(of: RequestClass): number {
    return this.#classes[of].values().reduce((sum, { length }) => sum + length, 0);
  }

  /** How many requests of one desktop wait. */
  waitingOf(who: string): number {
    return requestClasses.reduce((sum, one) => sum + (this.#classes[one].get(who)?.length ?? 0), 0);
  }

  join(who: string, requestClass: RequestClass, grant: () => void): Waiter {
    const waiter: Waiter = { who, class: requestClass, since: this.#released, grant };
    this.#put(waiter);
    return waiter;
  }

  leave(waiter: Waiter): void {
    this.#remove(waiter);
  }

  /** Somebody waits for the same who is in more of a hurry; one in less of a hurry changes nothing. */
  raise(waiter: Waiter, requestClass: RequestClass): void {
    if (requestClasses.indexOf(requestClass) >= requestClasses.indexOf(waiter.class)) return;
    if (!this.#remove(waiter)) return;
    waiter.class = requestClass;
    this.#put(waiter);
  }

  reserve(): number | null {
    const next = this.#next();
    if (next === null) return null;
    // An announcement behind whoever waited longest must not wait for a fuller bucket.
    const isHeldUp = this.#isAgedTurn && this.#classes.announce.size > 0;
    return isHeldUp ? 0 : reserves[next.class] * Math.max(0, this.#burst - 1);
  }

  release(): void {
    const next = this.#next();
    if (!next) return;
    this.#released += 1;
    const desktops = this.#classes[next.class];
    this.#remove(next);
    const others = desktops.get(next.who);
    if (others) {
      desktops.delete(next.who);
      desktops.set(next.who, others);
    }
    next.grant();
  }

  get #isAgedTurn(): boolean {
    return this.#released % agedEvery === agedEvery - 1;
  }

  #next(): Waiter | null {
    if (this.#size === 0) return null;
    if (this.#isAgedTurn) return this.#longest();
    for (const requestClass of requestClasses) {
      const [first] = this.#classes[requestClass].values();
      if (first?.[0]) return first[0];
    }
    return null;
  }

  /** Those of one class and desktop stand by age; a raised one may stand behind a younger one. */
  #longest(): Waiter | null {
    let longest: Waiter | null = null;
    for (const desktops of Object.values(this.#classes)) {
      for (const [head] of desktops.values()) {
        if (head && head.since < (longest?.since ?? Number.POSITIVE_INFINITY)) longest = head;
      }
    }
    return longest;
  }

  #put(waiter: Waiter): void {
    const desktops = this.#classes[waiter.class];
    const own = desktops.get(waiter.who);
    if (own) own.push(waiter);
    else desktops.set(waiter.who, [waiter]);
    this.#size += 1;
  }

  #remove(waiter: Waiter): boolean {
    const desktops = this.#classes[waiter.class];
    const own = desktops.get(waiter.who);
    const at = own?.indexOf(waiter) ?? -1;
    if (!own || at === -1) return false;
    own.splice(at, 1);
    if (own.length === 0) desktops.delete(waiter.who);
    this.#size -= 1;
    return true;
  }
}

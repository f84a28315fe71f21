/** Something to happen at an instant. */
export interface Alarm {
  readonly at: number;
  /** Of alarms for the same instant the one set first rings first. */
  readonly order: number;
  readonly ring: () => void;
  cancelled: boolean;
}

const earlier = (a: Alarm, b: Alarm): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Alarms by their time: a binary heap, since a simulation sets and cancels millions of them. */
export class Alarms {
  readonly #heap: Alarm[] = [];

  add(alarm: Alarm): void {
    const heap = this.#heap;
    let at = heap.push(alarm) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as Alarm;
      if (!earlier(alarm, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = alarm;
  }

  /** Takes out the next alarm that is due by `end` and not cancelled. */
  next(end: number): Alarm | null {
    for (;;) {
      const first = this.#heap[0];
      if (!first || (!first.cancelled && first.at > end)) return null;
      this.#removeFirst();
      if (!first.cancelled) return first;
    }
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop() as Alarm;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const left = heap[child];
      if (!left) break;
      const right = heap[child + 1];
      if (right && earlier(right, left)) child += 1;
      const least = heap[child] as Alarm;
      if (!earlier(least, last)) break;
      heap[at] = least;
      at = child;
    }
    heap[at] = last;
  }
}

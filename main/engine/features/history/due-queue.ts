interface Place<Item> {
  readonly item: Item;
  readonly due: number;
  /** Breaks ties: who was there first goes first. */
  readonly order: number;
}

const before = (one: Place<unknown>, other: Place<unknown>): boolean =>
  one.due < other.due || (one.due === other.due && one.order < other.order);

/** Items by when they are due, earliest first: a binary heap that knows where each item is. All in O(log n). */
export class DueQueue<Item> {
  readonly #heap: Place<Item>[] = [];
  readonly #indexOf = new Map<Item, number>();
  #count = 0;

  get size(): number {
    return this.#heap.length;
  }

  /** The item due first; undefined when there is none. */
  first(): { readonly item: Item; readonly due: number } | undefined {
    return this.#heap[0];
  }

  dueOf(item: Item): number | undefined {
    return this.#heap[this.#indexOf.get(item) ?? -1]?.due;
  }

  /** Puts an item in, or changes when it is due. */
  set(item: Item, due: number): void {
    const index = this.#indexOf.get(item) ?? this.#heap.length;
    this.#count += 1;
    this.#settle({ item, due, order: this.#count }, index);
  }

  delete(item: Item): void {
    const index = this.#indexOf.get(item);
    if (index === undefined) return;
    this.#indexOf.delete(item);
    const last = this.#heap.pop();
    if (last && index < this.#heap.length) this.#settle(last, index);
  }

  *entries(): Generator<{ readonly item: Item; readonly due: number }> {
    yield* [...this.#heap];
  }

  /** Puts a place where it belongs, beginning at an index that is free or its own. */
  #settle(place: Place<Item>, start: number): void {
    let index = start;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = this.#heap[above];
      if (!parent || !before(place, parent)) break;
      this.#put(parent, index);
      index = above;
    }
    for (;;) {
      const left = this.#heap[2 * index + 1];
      const right = this.#heap[2 * index + 2];
      const isRight = left !== undefined && right !== undefined && before(right, left);
      const child = isRight ? right : left;
      if (!child || !before(child, place)) break;
      this.#put(child, index);
      index = 2 * index + (isRight ? 2 : 1);
    }
    this.#put(place, index);
  }

  #put(place: Place<Item>, index: number): void {
    this.#heap[index] = place;
    this.#indexOf.set(place.item, index);
  }
}

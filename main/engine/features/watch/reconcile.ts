import type { LastLook } from '../../store/links.ts';
import type { Seen } from './watch-tree.ts';

/**
 * Finds what changed while nobody watched, in one pass over what is there. Holds what was known of each file until it
 * is seen: what is left at the end is gone.
 */
export class Reconcile {
  readonly #known: Map<string, LastLook>;

  /** @param known by path below the matter folder */
  constructor(known: Iterable<readonly [path: string, lastLook: LastLook]>) {
    this.#known = new Map(known);
  }

  /** True when the file must be looked at: it is new, differs from what was known, or was not looked at closely. */
  differs(path: string, seen: Pick<Seen, 'isAs'> | null): boolean {
    const known = this.#known.get(path);
    this.#known.delete(path);
    return seen === null || known === undefined || !seen.isAs(known);
  }

  /** Known paths that were not seen. */
  missing(): Iterable<string> {
    return this.#known.keys();
  }
}

/** What keeps saves from being noticed, read or kept, and how long after its end that may still show (milliseconds). */
const recovery = {
  down: 4_000,
  /** A save that the full disk had no room for is tried again every ten seconds. */
  'disk full': 12_000,
  /** So is one that the disk took and failed to keep. */
  'not kept': 12_000,
  held: 4_000,
  'folder away': 8_000,
  /** The drive with a matter's folder is not there, or answers nothing. */
  'drive away': 8_000,
  /** A folder that is looked through is so every ten seconds. */
  'looked through': 15_000,
  /** What was not told is found by a look at everything a quarter of an hour later. */
  'events lost': 17 * 60_000,
  /** What was damaged is looked for in its folder once a minute. */
  rotten: 3 * 60_000,
} as const;
type Kind = keyof typeof recovery;

interface Disturbance {
  readonly kind: Kind;
  /** Path, or part of one, that it concerns; '' for all. */
  readonly where: string;
  readonly from: number;
  to: number | null;
}

/** When nobody can expect a save to be captured, and where. */
export class Disturbances {
  readonly #all: Disturbance[] = [];
  readonly #now: () => number;
  /** Of two spellings of one name it makes one text. */
  readonly #fold: (path: string) => string;
  #longest = 0;

  constructor(now: () => number, fold: (path: string) => string) {
    this.#now = now;
    this.#fold = fold;
  }

  begin(kind: Kind, where = ''): void {
    this.#longest = Math.max(this.#longest, recovery[kind]);
    if (this.#open(kind, where)) return;
    this.#all.push({ kind, where: this.#fold(where), from: this.#now(), to: null });
  }

  end(kind: Kind, where = ''): void {
    const open = this.#open(kind, where);
    if (open) open.to = this.#now() + recovery[kind];
  }

  /** True when one of this kind really went on everywhere between two instants, whatever shows of it afterwards. */
  wentOnWithin(kind: Kind, from: number, to: number): boolean {
    return this.#all.some(
      (one) =>
        one.kind === kind && one.from <= to && (one.to ?? Number.POSITIVE_INFINITY) - recovery[kind] >= from,
    );
  }

  /** True when one of this kind that went on at the first instant everywhere had not ended, or might still show, at the second. */
  lastedFrom(kind: Kind, from: number, until: number): boolean {
    return this.#all.some(
      (one) => one.kind === kind && one.from <= from && (one.to ?? Number.POSITIVE_INFINITY) >= until,
    );
  }

  /** How long, in milliseconds, any of these may still show after its end. */
  get longestRecovery(): number {
    return this.#longest;
  }

  /** True while one of this kind goes on at a path or above it, or may still show there. */
  isRecent(kind: string, path: string): boolean {
    const at = this.#fold(path);
    return this.#all.some(
      (one) =>
        one.kind === kind && at.startsWith(one.where) && (one.to ?? Number.POSITIVE_INFINITY) >= this.#now(),
    );
  }

  /** True when one of this kind went on everywhere at an instant, or might still show then. */
  wentOn(kind: Kind, at: number): boolean {
    return this.#all.some(
      (one) => one.kind === kind && one.from <= at && at <= (one.to ?? Number.POSITIVE_INFINITY),
    );
  }

  /** Milliseconds for which one of this kind has gone on at a place; 0 where none does. */
  goesOnFor(kind: Kind, where: string): number {
    const open = this.#open(kind, where);
    return open ? this.#now() - open.from : 0;
  }

  /** Milliseconds since the last of this kind ended: none while one goes on. */
  sinceLast(kind: Kind): number {
    const ends = this.#all.filter((one) => one.kind === kind).map(({ to }) => to ?? Number.POSITIVE_INFINITY);
    return Math.max(0, this.#now() - (Math.max(...ends) - recovery[kind]));
  }

  /** The longest time in milliseconds without any disturbance of a path but of this kind, between two instants. */
  longestQuiet(path: string, from: number, to: number, except?: Kind): number {
    const at = this.#fold(path);
    return longestBetween(
      this.#all.filter((one) => one.kind !== except && at.startsWith(one.where)),
      from,
      to,
    );
  }

  /** The longest time in milliseconds between two instants in which none of this kind really went on at a path. */
  longestWithout(kind: Kind, path: string, from: number, to: number): number {
    const at = this.#fold(path);
    const really = this.#all
      .filter((one) => one.kind === kind && at.startsWith(one.where))
      .map((one) => ({ from: one.from, to: one.to === null ? null : one.to - recovery[kind] }));
    return longestBetween(really, from, to);
  }

  #open(kind: Kind, where: string): Disturbance | undefined {
    return this.#all.find((one) => one.kind === kind && one.where === this.#fold(where) && one.to === null);
  }
}

/** In milliseconds; null where it goes on. */
interface Span {
  readonly from: number;
  readonly to: number | null;
}

/** The longest time between two instants that lies outside all of these. */
function longestBetween(all: readonly Span[], from: number, to: number): number {
  const disturbing = all
    .filter((one) => one.from < to && (one.to ?? to) > from)
    .toSorted((a, b) => a.from - b.from);
  let longest = 0;
  let quietFrom = from;
  for (const one of disturbing) {
    longest = Math.max(longest, one.from - quietFrom);
    quietFrom = Math.max(quietFrom, one.to ?? to);
  }
  return Math.max(longest, to - quietFrom);
}

import type { Clock } from '../../../shared/base/clock.ts';
import type { Answering } from '../figures.ts';

/** Milliseconds of one step, and how many are looked back on. */
const step = 10_000;
const steps = 30;
/** Waits kept of one step. */
const mostWaits = 500;

interface Step {
  readonly number: number;
  answered: number;
  announced: number;
  /** By the service or the hub, for want of room in the limit. */
  limited: number;
  /** By the service, for other reasons. */
  refused: number;
  unanswered: number;
  waits: number[];
}

export type RecentFigures = Omit<Step, 'number' | 'waits'> & {
  /** Milliseconds until an announcement was answered; null when there was none. */
  readonly announcing: { readonly p50: number; readonly p95: number } | null;
  readonly minutes: number;
};

/** What was answered in the last minutes: numbers alone. */
export class Recent {
  readonly #clock: Clock;
  #steps: Step[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add({ operation, status, requestClass, milliseconds }: Answering): void {
    const now = this.#now();
    now.answered += 1;
    if (status === 429 || status === 503) now.limited += 1;
    else if (status === 502 || status === 504) now.unanswered += 1;
    else if (status >= 400) now.refused += 1;
    if (operation !== 'documents.putFile' || requestClass !== 'announce' || status >= 300) return;
    now.announced += 1;
    if (now.waits.length < mostWaits) now.waits.push(milliseconds);
  }

  figures(): RecentFigures {
    this.#now();
    const sum = (of: (one: Step) => number) => this.#steps.reduce((all, one) => all + of(one), 0);
    const waits = this.#steps.flatMap((one) => one.waits).toSorted((one, other) => one - other);
    const at = (share: number) => waits[Math.ceil(share * waits.length) - 1] ?? 0;
    return {
      answered: sum((one) => one.answered),
      announced: sum((one) => one.announced),
      limited: sum((one) => one.limited),
      refused: sum((one) => one.refused),
      unanswered: sum((one) => one.unanswered),
      announcing: waits.length === 0 ? null : { p50: at(0.5), p95: at(0.95) },
      minutes: (step * steps) / 60_000,
    };
  }

  #now(): Step {
    const number = Math.floor(this.#clock.steady() / step);
    this.#steps = this.#steps.filter((one) => one.number > number - steps);
    const last = this.#steps.at(-1);
    if (last?.number === number) return last;
    const fresh: Step = {
      ...{ number, answered: 0, announced: 0, limited: 0, refused: 0, unanswered: 0 },
      waits: [],
    };
    this.#steps.push(fresh);
    return fresh;
  }
}

import { z } from 'zod';
import type { Clock } from '../../../shared/base/clock.ts';
import type { Presence } from './custody/audit-context.ts';
import type { MatterStore } from './matters.ts';

/** The setting that holds it. */
export const whoWasHere = 'who-was-here';
/** The setting that holds which sign-in was asked last who it is. */
export const lastAsked = 'asked-sign-in';
/** Of more periods than this, the oldest count as one. */
const mostPeriods = 500;
/** Milliseconds by which the two clocks may differ without one of them having been set. */
const tolerance = 1_000;

const periodSchema = z.object({
  who: z.enum(['unknown', 'another']),
  /** Milliseconds since 1970, as the computer's clock said then; `to` is null while it lasts. */
  from: z.number(),
  to: z.number().nullable(),
});
type Period = z.infer<typeof periodSchema>;

/** From when to when, both included, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * From when to when somebody else than the workspace's own person was at the computer: a save is judged by when it was made, not
 * by when it was registered. Where the clock was set back, a period covers all that the clock said in it.
 */
export class WhoWasHere {
  readonly #settings: Pick<MatterStore, 'setting' | 'putSetting'>;
  readonly #clock: Pick<Clock, 'now' | 'steady'>;
  #periods: readonly Period[];
  #now: Presence = 'own';
  /** Both clocks when this person came, or the program started. */
  #since: { readonly now: number; readonly steady: number };
  #isKept = true;

  constructor(settings: Pick<MatterStore, 'setting' | 'putSetting'>, clock: Pick<Clock, 'now' | 'steady'>) {
    this.#settings = settings;
    this.#clock = clock;
    this.#since = this.#clocks();
    const kept = settings.setting(whoWasHere);
    const { now } = this.#since;
    // Set back while the program was closed, the clock may say an earlier time than when somebody came who is still here.
    this.#periods = periodsIn(kept).map((one) =>
      one.to === null ? { ...one, from: Math.min(one.from, now) } : one,
    );
  }

  get now(): Presence {
    return this.#now;
  }

  /** Since when it has not been known who is at the computer; null while it is. */
  get unknownSince(): number | null {
    const unknown = this.#periods.filter(({ who }) => who === 'unknown');
    return unknown.length === 0 ? null : Math.min(...unknown.map(({ from }) => from));
  }

  /** The sign-in that was asked last who it is; null where nobody was, or an older program did not say. */
  get asked(): string | null {
    return this.#settings.setting(lastAsked);
  }

  /** What the disk does not take of it makes what is captured meanwhile somebody else's. */
  isAsked(signIn: string): void {
    if (this.asked === signIn) return;
    try {
      this.#settings.putSetting(lastAsked, signIn);
    } catch {
      // Nobody is taken for somebody by that.
    }
  }

  /** This is at the computer from now on. What the disk does not take of it holds all the same, and is written with what comes next. */
  becomes(who: Presence): void {
    const lasting = this.#periods.find(({ to }) => to === null);
    this.#now = who;
    if (who === (lasting?.who ?? 'own')) return this.#keep(this.#periods);
    const begins = who === 'own' ? [] : [{ who, from: this.#clock.now(), to: null }];
    const periods = [...this.#ended(), ...begins];
    this.#since = this.#clocks();
    this.#keep(periods);
  }

  /** Who was at the computer is known by now for all that it was not known of. */
  unknownWas(who: Exclude<Presence, 'unknown'>): void {
    if (!this.#periods.some((one) => one.who === 'unknown')) return;
    if (this.#now === 'unknown') this.#now = who;
    this.#keep(
      this.#periods.flatMap((one) =>
        one.who !== 'unknown' ? [one] : who === 'own' ? [] : [{ ...one, who }],
      ),
    );
  }

  /** Somebody was taken for the workspace's own person in this span, or these periods were noted elsewhere. */
  add(periods: readonly Period[]): void {
    const lasting = this.#periods.filter(({ to }) => to === null);
    this.#keep([...this.#periods.filter(({ to }) => to !== null), ...periods, ...lasting]);
  }

  /** Who was at the computer in this span; where several were, it is nobody's own. */
  during(span: () => Span): Presence {
    if (!this.#isKept) this.#keep(this.#periods);
    if (this.#periods.length === 0) return this.#now;
    const { from, to } = span();
    const back = this.#setBack();
    const there = this.#periods.filter(
      (one) =>
        (one.to === null ? one.from - back : one.from) <= to && from <= (one.to ?? Number.POSITIVE_INFINITY),
    );
    if (there.some(({ who }) => who === 'another')) return 'another';
    return there.length > 0 ? 'unknown' : 'own';
  }

  #ended(): Period[] {
    const now = this.#clock.now();
    const back = this.#setBack();
    return this.#periods.map((one) =>
      one.to !== null
        ? one
        : { ...one, from: Math.min(one.from - back, now), to: Math.max(one.from, now + back) },
    );
  }

  /** Milliseconds by which the clock was set back since this person came. */
  #setBack(): number {
    const { now, steady } = this.#clocks();
    const back = steady - this.#since.steady - (now - this.#since.now);
    return back > tolerance ? back : 0;
  }

  #clocks(): { now: number; steady: number } {
    return { now: this.#clock.now(), steady: this.#clock.steady() };
  }

  #keep(periods: readonly Period[]): void {
    const isSame = periods === this.#periods && this.#isKept;
    if (isSame) return;
    this.#periods = joined(periods);
    try {
      this.#settings.putSetting(whoWasHere, JSON.stringify(this.#periods));
      this.#isKept = true;
    } catch {
      this.#isKept = false;
    }
  }
}

const periodsIn = (kept: string | null): Period[] =>
  kept === null ? [] : z.array(periodSchema).parse(JSON.parse(kept));

/** What was noted in another database, up to now. */
export const periodsUntil = (kept: string | null, now: number): Period[] =>
  periodsIn(kept).map((one) => (one.to === null ? { ...one, to: Math.max(one.from, now) } : one));

/** One after the other of the same person are one. */
function joined(all: readonly Period[]): readonly Period[] {
  const periods: Period[] = [];
  for (const one of all) {
    const last = periods.at(-1);
    if (last && last.who === one.who && last.to !== null && last.from <= one.from && one.from <= last.to)
      periods[periods.length - 1] = { ...last, to: one.to === null ? null : Math.max(last.to, one.to) };
    else periods.push(one);
  }
  const old = periods.slice(0, -mostPeriods);
  if (old.length === 0) return periods;
  const ends = old.map(({ from, to }) => to ?? from);
  const oldest = {
    who: 'another',
    from: Math.min(...old.map(({ from }) => from)),
    to: Math.max(...ends),
  } as const;
  return [oldest, ...periods.slice(-mostPeriods)];
}

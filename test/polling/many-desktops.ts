import type { MatterId } from '../../shared/model/index.ts';
import { pseudoRandom } from '../service/pseudo-random.ts';
import { Desktop, type KnownMatter } from './desktop.ts';
import { type Limits, ModelService } from './model-service.ts';
import { type Quantiles, quantiles } from './quantiles.ts';
import { VirtualClock } from './virtual-clock.ts';

const second = 1_000;
const minute = 60 * second;

/** 500 people: each has 4 matters of 6 folders linked, and three in ten look at one. */
const desktops = 500;
const looking = 0.3;
/** Milliseconds: to settle, before the outage, the outage, and after it. */
const warm = { each: 2 * minute, together: 15 * minute } as const;
const calm = minute;
const outage = 3 * minute;
const after = minute;

/** What the service saw in some seconds: requests in each of them, and how many in all it refused. */
export interface Period {
  readonly perSecond: Quantiles | null;
  readonly refusedShare: number;
}

export interface FirmSeen {
  readonly calm: Period;
  readonly outage: Period;
  /** The first ten seconds after the service is back, and the minute after them. */
  readonly back: Period;
  readonly later: Period;
  /** Age in milliseconds of what is shown before the outage. */
  readonly view: Quantiles | null;
  readonly linked: Quantiles | null;
  /** Milliseconds until an upload was taken that was asked for before the outage. */
  readonly uploads: Quantiles | null;
}

const mattersOf = (desktop: number): KnownMatter[] =>
  Array.from({ length: 4 }, (_, index) => ({
    id: `d${desktop}m${index}` as MatterId,
    folders: 5,
    linked: true,
    lookedAgo: null,
    readAgo: 30 * second,
  }));

/** A whole firm on one service, before, in and after an outage. The same seed gives the same figures. */
export async function playFirm(limits: Limits, seed: number): Promise<FirmSeen> {
  const clock = new VirtualClock();
  const chance = pseudoRandom(seed);
  const service = new ModelService(clock, pseudoRandom(seed + 1), limits);
  const ages = { view: [] as number[], linked: [] as number[] };
  const firm = Array.from({ length: desktops }, (_, index) => {
    const matters = mattersOf(index);
    const desktop = new Desktop(clock, pseudoRandom(seed + 2 + index), service, matters);
    return { desktop, matters, looks: chance() < looking };
  });
  // Everybody comes in within a minute.
  for (const { desktop, matters, looks } of firm) {
    clock.timer(chance() * minute, () => {
      desktop.poller.start();
      if (looks) desktop.poller.look(matters[0]?.id ?? null);
    });
  }
  const pass = async (ms: number, eachSecond: () => void = () => {}): Promise<Period> => {
    const from = Math.floor(clock.now() / second);
    const before = { taken: service.taken, refused: service.refused };
    for (let gone = 0; gone < ms; gone += second) {
      await clock.advance(second);
      eachSecond();
    }
    const seconds = Array.from(
      { length: ms / second },
      (_, index) => service.arrivals.get(from + index) ?? 0,
    );
    const refused = service.refused - before.refused;
    const all = refused + service.taken - before.taken;
    return { perSecond: quantiles(seconds), refusedShare: all === 0 ? 0 : refused / all };
  };
  const save = () => {
    // Each of the 500 saves once in five minutes.
    for (const { desktop, matters } of firm) {
      const [saved] = matters;
      if (saved && chance() < 1 / 300) void desktop.upload(saved.id);
    }
  };
  const settling = 'each' in limits ? warm.each : warm.together;
  await pass(settling, save);
  const atCalm = await pass(calm, () => {
    save();
    if (clock.now() % (10 * second) >= second) return;
    for (const { desktop, matters, looks } of firm) {
      for (const [index, matter] of matters.entries()) {
        const why = looks && index === 0 ? ages.view : ages.linked;
        for (const age of desktop.ages(matter)) why.push(age ?? settling + calm);
      }
    }
  });
  const uploads = quantiles(firm.flatMap(({ desktop }) => desktop.uploads));
  service.offline = true;
  const inOutage = await pass(outage);
  service.offline = false;
  const back = await pass(10 * second);
  const later = await pass(after, save);
  for (const { desktop } of firm) desktop.poller.stop();
  await clock.advance(minute);
  return {
    calm: atCalm,
    outage: inOutage,
    back,
    later,
    view: quantiles(ages.view),
    linked: quantiles(ages.linked),
    uploads,
  };
}

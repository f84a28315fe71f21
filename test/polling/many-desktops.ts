import type { RateLimit } from '../../main/engine/service/budget/token-bucket.ts';
import type { MatterId } from '../../shared/model/index.ts';
import { pseudoRandom } from '../service/pseudo-random.ts';
import { Desktop, type KnownMatter } from './desktop.ts';
import { HubBetween } from './hub-between.ts';
import { idealAges, idealWaits } from './ideal.ts';
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
/** Milliseconds until a notification of the service arrives, half as much to half as much again. */
const eventAfter = second;
const outage = 3 * minute;
const after = minute;

/** What the service saw in some seconds: requests in each of them, and how many in all it refused. */
export interface Period {
  readonly perSecond: Quantiles | null;
  readonly mean: number;
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
  /** Milliseconds from filing a version until everybody who looks at its matter was told; null without a hub. */
  readonly newsInView: Quantiles | null;
  /** What could be reached at best with what was asked; null where desktops share no limit. */
  readonly ideal: Pick<FirmSeen, 'view' | 'linked' | 'uploads'> | null;
}

/** Nobody's matter is anybody else's. */
const ownMatters = (desktop: number): string[] =>
  Array.from({ length: 4 }, (_, index) => `d${desktop}m${index}`);

/** Most people who work in one matter; half of all matters have five or fewer. */
const mostPeople = 50;
const somePeople = 5;

/** Matters as a firm has them: some of many people, most of a few. */
function sharedMatters(chance: () => number): string[][] {
  const of: string[][] = Array.from({ length: desktops }, () => []);
  for (let matter = 0; of.some((own) => own.length < 4); matter += 1) {
    const people = Math.min(mostPeople, Math.ceil(somePeople * (1 / chance() - 1) ** 0.7));
    const free = of.filter((own) => own.length < 4);
    for (let one = 0; one < people && free.length > 0; one += 1) {
      const [own] = free.splice(Math.floor(chance() * free.length), 1);
      own?.push(`m${matter}`);
    }
  }
  return of;
}

const known = (ids: readonly string[]): KnownMatter[] =>
  ids.map((id) => ({
    id: id as MatterId,
    folders: 5,
    linked: true,
    lookedAgo: null,
    readAgo: 30 * second,
  }));

interface Member {
  readonly desktop: Desktop;
  readonly matters: readonly KnownMatter[];
  readonly looks: boolean;
}

/** By the same people, matters and announcements; reads that follow announcements leave less for the others. */
function idealOf(
  firm: readonly Member[],
  limit: RateLimit,
  service: ModelService,
  hub: HubBetween | null,
  random: () => number,
): NonNullable<FirmSeen['ideal']> {
  const folders = new Map<string, { viewing: number; linked: number }>();
  for (const { matters, looks } of firm) {
    for (const [index, { id, folders: more }] of matters.entries()) {
      const why = looks && index === 0 ? 'viewing' : 'linked';
      for (let folder = 0; folder <= more; folder += 1) {
        const people = folders.get(`${id} ${folder}`) ?? { viewing: 0, linked: 0 };
        folders.set(`${id} ${folder}`, { ...people, [why]: people[why] + 1 });
      }
    }
  }
  const seconds = (warm.together + calm) / second;
  const forOthers = (hub?.askedForOne ?? 0) / seconds;
  return {
    ...idealAges([...folders.values()], limit.perSecond - forOthers),
    uploads: idealWaits(
      firm.flatMap(({ desktop }) => desktop.askedAt),
      limit,
      () => service.travel(random) + service.travel(random),
    ),
  };
}

/** A whole firm on one service, before, in and after an outage. The same seed gives the same figures. */
export async function playFirm(
  limits: Limits,
  seed: number,
  through: 'hub' | 'hub with events' | 'nothing' = 'nothing',
): Promise<FirmSeen> {
  const clock = new VirtualClock();
  const chance = pseudoRandom(seed);
  const service = new ModelService(clock, pseudoRandom(seed + 1), limits);
  const hub =
    through !== 'nothing' && 'together' in limits
      ? new HubBetween(
          ...([clock, pseudoRandom(seed + 1_000), service, limits.together] as const),
          through === 'hub' ? null : eventAfter,
        )
      : null;
  const shared = 'together' in limits ? sharedMatters(pseudoRandom(seed + 2_000)) : null;
  const ages = { view: [] as number[], linked: [] as number[] };
  const firm = Array.from({ length: desktops }, (_, index) => {
    const matters = known(shared?.[index] ?? ownMatters(index));
    const desktop = new Desktop(clock, pseudoRandom(seed + 2 + index), hub ?? service, matters);
    return { desktop, matters, looks: chance() < looking };
  });
  // Everybody comes in within a minute.
  for (const { desktop, matters, looks } of firm) {
    clock.timer(chance() * minute, () => {
      desktop.start();
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
    const mean = seconds.reduce((sum, one) => sum + one, 0) / seconds.length;
    return { perSecond: quantiles(seconds), mean, refusedShare: all === 0 ? 0 : refused / all };
  };
  const save = () => {
    // Each of the 500 saves once in five minutes.
    for (const { desktop, matters } of firm) {
      const [saved] = matters;
      if (saved && chance() < 1 / 300) clock.timer(chance() * second, () => void desktop.upload(saved.id));
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
  const newsInView = quantiles(
    firm.flatMap(({ desktop, matters, looks }) => (looks && matters[0] ? desktop.newsAfter(matters[0]) : [])),
  );
  const ideal =
    'together' in limits ? idealOf(firm, limits.together, service, hub, pseudoRandom(seed + 3)) : null;
  service.offline = true;
  const inOutage = await pass(outage);
  service.offline = false;
  const back = await pass(10 * second);
  const later = await pass(after, save);
  for (const { desktop } of firm) desktop.stop();
  hub?.stop();
  await clock.advance(minute);
  return {
    calm: atCalm,
    outage: inOutage,
    back,
    later,
    view: quantiles(ages.view),
    linked: quantiles(ages.linked),
    uploads,
    newsInView,
    ideal,
  };
}

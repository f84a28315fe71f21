import type { MatterId } from '../../shared/model/index.ts';
import { pseudoRandom } from '../service/pseudo-random.ts';
import { Desktop, type KnownMatter } from './desktop.ts';
import { ModelService } from './model-service.ts';
import { type Quantiles, quantiles } from './quantiles.ts';
import { VirtualClock } from './virtual-clock.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** What the service is found to allow: 5 requests a second, bursts of 5. */
export const usualLimit = { perSecond: 5, burst: 5 } as const;

export interface Scene {
  readonly name: string;
  readonly matters: readonly KnownMatter[];
  /** Milliseconds somebody stays with a matter before opening another one; null when nobody looks. */
  readonly looksFor: number | null;
  /** Milliseconds between two rounds of saves, of one to ten documents; null when nobody saves. */
  readonly savesEvery: number | null;
  /** Milliseconds that pass before measuring, and while measuring. */
  readonly before: number;
  readonly measured: number;
  /** Milliseconds between two looks at all ages. */
  readonly sampleEvery: number;
}

/** Why a folder is read; what was looked at before, by whether that was in the last 24 hours. */
export type AgeClass = 'view' | 'linked' | 'today' | 'earlier';

export interface Seen {
  /** Age in milliseconds of what is shown, by why it is read. */
  readonly ages: Readonly<Record<AgeClass, Quantiles | null>>;
  /** Milliseconds from opening a matter until all of it was read anew. */
  readonly opened: Quantiles | null;
  readonly uploads: Quantiles | null;
  readonly requestsPerSecond: number;
  readonly wakeUpsPerMinute: number;
  /** Requests beyond burst + rate × time, by the service's own bucket. */
  readonly beyondLimit: number;
  readonly folders: number;
}

const matter = (index: number, more: Partial<KnownMatter>): KnownMatter => ({
  id: `m${index}` as MatterId,
  folders: 9,
  linked: false,
  lookedAgo: null,
  readAgo: null,
  ...more,
});

/** 2,000 matters of 10 folders: some linked, some looked at in the last months, most never. */
const lawyersMatters = (linked: number, visited: number): KnownMatter[] =>
  Array.from({ length: 2_000 }, (_, index) => {
    if (index < linked)
      return matter(index, { linked: true, lookedAgo: hour * (index + 1), readAgo: 30 * second });
    if (index >= linked + visited) return matter(index, {});
    const lookedAgo = ((index - linked + 1) / visited) ** 2 * 90 * day;
    return matter(index, { lookedAgo, readAgo: Math.min(lookedAgo, day) / 2 });
  });

const wholeFirm = Array.from({ length: 2_000 }, (_, index) => matter(index, { linked: true }));

const working = { looksFor: 4 * minute, savesEvery: 45 * second, sampleEvery: 5 * second } as const;

export const scenes = {
  lawyer: {
    ...working,
    name: 'A lawyer at work: 10 matters linked, 200 visited, 1,790 never looked at',
    matters: lawyersMatters(10, 200),
    before: 5 * minute,
    measured: hour,
  },
  firm: {
    ...working,
    name: 'The whole firm linked to one desktop: 2,000 matters, 20,000 folders',
    matters: wholeFirm,
    before: 3.2 * hour,
    measured: hour,
    sampleEvery: 5 * minute,
  },
  away: {
    name: 'Nobody at the desk, nothing linked: 200 matters visited in the last months',
    matters: lawyersMatters(0, 200),
    looksFor: null,
    savesEvery: null,
    before: hour,
    measured: 12 * hour,
    sampleEvery: 10 * minute,
  },
  nothing: {
    name: 'Signed in, nothing linked, nothing ever looked at',
    matters: lawyersMatters(0, 0),
    looksFor: null,
    savesEvery: null,
    before: 0,
    measured: 12 * hour,
    sampleEvery: hour,
  },
} satisfies Readonly<Record<string, Scene>>;

/** Plays a scene with one desktop. The same seed gives the same figures. */
export async function play(scene: Scene, options: { seed: number; polling: boolean }): Promise<Seen> {
  const clock = new VirtualClock();
  const chance = pseudoRandom(options.seed);
  const service = new ModelService(clock, pseudoRandom(options.seed + 1), { each: usualLimit });
  const desktop = new Desktop(clock, pseudoRandom(options.seed + 2), service, scene.matters);
  const ages: Record<AgeClass, number[]> = { view: [], linked: [], today: [], earlier: [] };
  const opened: number[] = [];
  const lookedAt = new Map(
    scene.matters.map(({ id, lookedAgo }) => [id, clock.now() - (lookedAgo ?? Infinity)]),
  );
  let inView: KnownMatter | null = null;
  let openedAt: number | null = null;

  if (options.polling) desktop.poller.start();
  const startedAt = clock.now();
  const any = (): KnownMatter => {
    const index = Math.floor(chance() ** 3 * scene.matters.length);
    return scene.matters[index] ?? matter(0, {});
  };
  let nextLook = startedAt;
  let nextSave = startedAt;
  let nextSample = startedAt + scene.before;
  let counted = { wakeUps: 0, taken: 0 };
  const measuredFrom = startedAt + scene.before;
  const end = measuredFrom + scene.measured;
  while (clock.now() < end) {
    const now = clock.now();
    if (now >= measuredFrom && counted.taken === 0)
      counted = { wakeUps: clock.wakeUps, taken: service.taken };
    if (scene.looksFor !== null && now >= nextLook) {
      nextLook = now + scene.looksFor * (0.5 + chance());
      inView = any();
      openedAt = now;
      lookedAt.set(inView.id, now);
      if (options.polling) desktop.poller.look(inView.id);
    }
    if (scene.savesEvery !== null && now >= nextSave) {
      nextSave = now + scene.savesEvery * 2 * chance();
      const saved = any().id;
      for (let left = 1 + Math.floor(chance() ** 3 * 10); left > 0; left -= 1) void desktop.upload(saved);
    }
    if (
      inView &&
      openedAt !== null &&
      desktop.ages(inView).every((age) => age !== null && age <= now - (openedAt ?? 0))
    ) {
      opened.push(now - openedAt);
      openedAt = null;
    }
    if (now >= nextSample) {
      nextSample = now + scene.sampleEvery;
      for (const one of scene.matters) {
        const isInView = one.id === inView?.id;
        const looked = lookedAt.get(one.id) ?? Number.NEGATIVE_INFINITY;
        if (isInView ? openedAt !== null : !one.linked && looked === Number.NEGATIVE_INFINITY) continue;
        const why = isInView ? 'view' : one.linked ? 'linked' : now - looked < day ? 'today' : 'earlier';
        const gone = now - startedAt;
        for (const age of desktop.ages(one)) ages[why].push(age ?? gone + (one.readAgo ?? 0));
      }
    }
    const step = openedAt === null ? Math.min(nextLook, nextSave, nextSample) : now + 100;
    const until = Math.min(
      scene.looksFor === null ? nextSample : step,
      scene.savesEvery === null ? end : step,
      end,
    );
    await clock.advance(Math.max(until - now, 1));
  }
  desktop.poller.stop();
  await clock.advance(minute);
  const seconds = scene.measured / second;
  return {
    ages: {
      view: quantiles(ages.view),
      linked: quantiles(ages.linked),
      today: quantiles(ages.today),
      earlier: quantiles(ages.earlier),
    },
    opened: quantiles(opened),
    uploads: quantiles(desktop.uploads),
    requestsPerSecond: (service.taken - counted.taken) / seconds,
    wakeUpsPerMinute: (clock.wakeUps - counted.wakeUps) / (seconds / 60),
    beyondLimit: service.refused,
    folders: scene.matters.reduce((sum, { folders }) => sum + folders + 1, 0),
  };
}

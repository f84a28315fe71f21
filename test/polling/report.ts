import { type FirmSeen, playFirm } from './many-desktops.ts';
import { play, type Scene, type Seen, scenes, usualLimit } from './one-desktop.ts';
import type { Quantiles } from './quantiles.ts';

/** All scenes are played from this seed, so that the page can be checked. */
const seed = 20_261_120;

const marks = { begin: '<!-- generated: begin -->', end: '<!-- generated: end -->' } as const;

/** Seconds, minutes or hours, as short as they can be read. */
function span(ms: number): string {
  if (ms < 100_000) return `${(ms / 1_000).toFixed(1)} s`;
  if (ms < 5_400_000) return `${(ms / 60_000).toFixed(0)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}

const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const spans = (values: Quantiles | null): string[] =>
  values ? [span(values.p50), span(values.p95), span(values.max)] : ['none', 'none', 'none'];
const header = (first: string): string[] => [row(first, 'p50', 'p95', 'max'), '|---|---|---|---|'];

/** What one desktop shows and asks, and what it does to its uploads. */
export function sceneLines(scene: Scene, seen: Seen, without: Seen | null): string[] {
  const { ages, opened, uploads, requestsPerSecond, wakeUpsPerMinute, beyondLimit } = seen;
  const perHour = (wakeUpsPerMinute * 60).toFixed(0);
  const asked = `${requestsPerSecond.toFixed(3)} requests a second, ${perHour} rests ended an hour, ${beyondLimit} requests beyond the limit.`;
  const rows: [string, Quantiles | null][] = [
    ['age: in view', ages.view],
    ['age: linked', ages.linked],
    ['age: looked at in the last 24 hours', ages.today],
    ['age: looked at before that', ages.earlier],
    ['opened until all read anew', opened],
    ['upload announced', uploads],
    ['upload announced, without any polling', without?.uploads ?? null],
  ];
  const known = rows.filter(([, values]) => values !== null);
  const table = known.map(([name, values]) => row(name, ...spans(values)));
  return [
    `### ${scene.name}`,
    '',
    ...(table.length > 0 ? [...header('delay'), ...table, ''] : []),
    asked,
    '',
  ];
}

export function firmLines(title: string, seen: FirmSeen): string[] {
  const rate = (name: string, { perSecond, refusedShare }: FirmSeen['calm']): string => {
    const { p50, p95, max } = perSecond ?? { p50: 0, p95: 0, max: 0 };
    return row(name, p50, p95, max, `${percent(refusedShare)} %`);
  };
  const delays: [string, Quantiles | null][] = [
    ['age: in view', seen.view],
    ['age: linked', seen.linked],
    ['upload announced', seen.uploads],
  ];
  if (seen.ideal) {
    delays.push(
      ['at best: age in view', seen.ideal.view],
      ['at best: age linked', seen.ideal.linked],
      ['at best: upload announced', seen.ideal.uploads],
    );
  }
  if (seen.newsInView)
    delays.push(['from filing until it was told to who looks at the matter', seen.newsInView]);
  return [
    `### ${title}`,
    '',
    row('requests a second at the service', 'p50', 'p95', 'max', 'refused'),
    '|---|---|---|---|---|',
    rate('before', seen.calm),
    rate('while it cannot be reached', seen.outage),
    rate('the first 10 seconds after', seen.back),
    rate('the minute after them', seen.later),
    '',
    ...header('delay, before'),
    ...delays.map(([name, values]) => row(name, ...spans(values))),
    '',
  ];
}

const percent = (of: number): string => (of > 0 && of < 0.01 ? (of * 100).toFixed(2) : (of * 100).toFixed(0));

/** Plays one scene with one desktop, with polling and, where something is uploaded, without. */
export async function playedScene(scene: Scene): Promise<{ seen: Seen; without: Seen | null }> {
  const seen = await play(scene, { seed, polling: true });
  return { seen, without: scene.savesEvery === null ? null : await play(scene, { seed, polling: false }) };
}

/** What is played behind the firm's hub. */
export const hubPlays = [
  { limit: { perSecond: 50, burst: 50 }, through: 'hub' },
  { limit: { perSecond: 50, burst: 50 }, through: 'hub with events' },
  { limit: usualLimit, through: 'hub' },
] as const;

/** Plays a firm behind its hub. @returns the lines of the page, and what of the promises does not hold */
export async function playedHub({ limit, through }: (typeof hubPlays)[number]): Promise<{
  lines: string[];
  broken: string[];
}> {
  const seen = await playFirm({ together: limit }, seed, through);
  const events = through === 'hub' ? '' : ', and a service that notifies';
  const title = `500 desktops behind the firm’s hub, which has ${limit.perSecond} a second for all of them${events}`;
  const broken: string[] = [];
  const hold = (what: string, holds: boolean) => void (holds || broken.push(`${title}: ${what}`));
  const refused = [seen.calm, seen.back, seen.later].map(({ refusedShare }) => refusedShare);
  hold('fewer than 1 in 1,000 are refused', Math.max(...refused) < 0.001);
  const near = (value: Quantiles | null, best: Quantiles | null | undefined) =>
    (value?.p95 ?? Infinity) <= 1.2 * (best?.p95 ?? 0);
  hold(
    'announcements are within 1.2 of the best that a line can do',
    near(seen.uploads, seen.ideal?.uploads),
  );
  if (through === 'hub') {
    hold('the limit is used to 95 %', seen.calm.mean >= 0.95 * limit.perSecond);
    hold('what is in view is within 1.2 of the best schedule', near(seen.view, seen.ideal?.view));
    hold('what is linked is within 1.2 of the best schedule', near(seen.linked, seen.ideal?.linked));
  } else {
    hold('what is new in view is told within 5 s', (seen.newsInView?.p95 ?? Infinity) < 5_000);
  }
  return { lines: firmLines(title, seen), broken };
}

/** The generated part of the page, and what of it does not hold, in words. */
export async function report(): Promise<{ lines: string[]; broken: string[] }> {
  const lines: string[] = [];
  const broken: string[] = [];
  const hold = (what: string, holds: boolean) => void (holds || broken.push(what));
  for (const scene of Object.values<Scene>(scenes)) {
    const { seen, without } = await playedScene(scene);
    lines.push(...sceneLines(scene, seen, without));
    hold(`${scene.name}: the limit is never exceeded`, seen.beyondLimit === 0);
    hold(`${scene.name}: nothing in view is older than 10 s`, (seen.ages.view?.max ?? 0) <= 10_000);
    const share = 1_000 / usualLimit.perSecond;
    // A scene in which nothing is saved has no uploads on either side.
    const both = [seen.uploads, without?.uploads].map((uploads) => uploads?.p50 ?? null);
    const slower =
      both[0] != null && both[1] != null ? both[0] - both[1] : both[0] === both[1] ? 0 : Infinity;
    hold(`${scene.name}: an upload waits for no more than one request of polling`, slower <= share);
  }
  const each = await playFirm({ each: usualLimit }, seed);
  lines.push(...firmLines('500 desktops, each with its own limit of 5 a second', each));
  hold(
    '500 desktops: no request is beyond the limit',
    each.calm.refusedShare + each.later.refusedShare === 0,
  );
  const calmMost = each.calm.perSecond?.max ?? 0;
  const backMost = Math.max(each.back.perSecond?.max ?? 0, each.later.perSecond?.max ?? 0);
  hold('500 desktops: nobody comes back together', backMost <= 1.25 * calmMost);
  const together = await playFirm({ together: { perSecond: 50, burst: 50 } }, seed);
  lines.push(...firmLines('500 desktops that share one limit of 50 a second', together));
  const strict = await playFirm({ together: usualLimit }, seed);
  lines.push(...firmLines('500 desktops that share one limit of 5 a second', strict));
  for (const one of hubPlays) {
    const played = await playedHub(one);
    lines.push(...played.lines);
    broken.push(...played.broken);
  }
  return { lines, broken };
}

/** The page with another generated part. */
export function withGenerated(page: string, lines: readonly string[]): string {
  const begin = page.indexOf(marks.begin);
  const end = page.indexOf(marks.end);
  if (begin === -1 || end === -1) throw new Error('docs/polling.md has no generated part');
  return `${page.slice(0, begin)}${marks.begin}\n\n${lines.join('\n').trimEnd()}\n\n${page.slice(end)}`;
}

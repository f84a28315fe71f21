import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { workspaceName } from '../../main/engine/compose.ts';
import { openDatabase } from '../../main/engine/store/database.ts';
import { settings } from '../../main/engine/store/settings.ts';
import { storesOn } from '../../main/engine/store/stores.ts';
import { type AppLaunch, prepareAppLaunch } from '../../scripts/app-launch.ts';
import type { KeptScreen } from '../../shared/model/index.ts';
import { launchPackage } from '../app/packed-launch.ts';
import { testAuditContext } from '../support/audit-context.ts';
import type { Bar } from './bar.ts';
import { makeBigDatabase, matterIdOf } from './big-database.ts';
import { median, rounded } from './figures.ts';
import { type Tasks, tasksDuring } from './long-tasks.ts';

/** Starts of each, in turn. */
const starts = 5;
/** A service that nobody answers for: what is shown is what is kept here. */
const baseUrl = 'https://practice.invalid';
const documentsInFolder = 20_000;

/** The real window over 50,000 matters, 20,000 documents in one folder and 1,000,000 entries of history. */
export async function window(): Promise<Bar[]> {
  const outcome = await prepareAppLaunch();
  if (outcome.kind === 'unavailable') throw new Error(outcome.reason);
  const { launch } = outcome;
  const directory = mkdtempSync(join(tmpdir(), 'matterline-bench-'));
  try {
    console.log('window: making a database of 50,000 matters and 1,000,000 entries');
    const workspace = join(directory, 'app', 'engine', workspaceName(baseUrl));
    mkdirSync(workspace, { recursive: true });
    await makeBigDatabase(join(workspace, 'matterline.db'));
    // The service was asked once: something is kept here that can be looked at.
    const database = openDatabase(join(workspace, 'matterline.db'));
    storesOn(database, testAuditContext).matters.putSetting(
      settings.mattersCheckedAt.name,
      String(Date.now()),
    );
    database.close();
    const connection = { baseUrl, authUrl: baseUrl, clientId: 'bench', apiKey: 'bench' };
    writeFileSync(join(directory, 'connection.json'), JSON.stringify(connection));
    return [await start(launch, directory), ...(await smoothness(launch, directory))];
  } finally {
    launch.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

const appArgs = ({ args }: AppLaunch, directory: string): string[] => [
  ...args,
  '--password-store=basic',
  `--user-data-dir=${join(directory, 'app')}`,
  '--config',
  join(directory, 'connection.json'),
];

/** The same Electron with nothing but a line of text. */
const blankArgs = ({ args }: AppLaunch, directory: string): string[] => [
  ...args.filter((argument) => argument.startsWith('-')),
  join(import.meta.dirname, 'blank-window'),
  '--password-store=basic',
  `--user-data-dir=${join(directory, 'blank')}`,
];

async function start(launch: AppLaunch, directory: string): Promise<Bar> {
  const ours: number[] = [];
  const blank: number[] = [];
  // The first of each also makes its folder of settings, and is not counted; of ours, it shows the list for a while, as
  // every run of it does.
  await startToShown(launch, blankArgs(launch, directory), firstPage);
  await startToShown(launch, appArgs(launch, directory), firstRows, () => screenIsKept(directory));
  for (let round = 0; round < starts; round += 1) {
    const blankTook = await startToShown(launch, blankArgs(launch, directory), firstPage);
    const oursTook = await startToShown(launch, appArgs(launch, directory), firstRows);
    blank.push(blankTook);
    ours.push(oursTook);
  }
  const ratio = median(ours) / median(blank);
  return {
    bench: 'window',
    what: 'start to the first rows of the list of 50,000 matters, as the window showed them last',
    value: Math.round(median(ours)),
    unit: 'ms',
    against: `a blank window of the same Electron: ${Math.round(median(blank))} ms`,
    ratio: rounded(ratio),
    limit: 'at most 1.5',
    holds: ratio <= 1.5,
  };
}

/**
 * Milliseconds from the start of the program until what an expression in its page says, by the page's own clock. Nothing
 * looks into the program from outside meanwhile: that slows a start down, and more so one in which much happens at once.
 */
async function startToShown(
  launch: AppLaunch,
  args: readonly string[],
  shownAt: string,
  beforeEnd: () => Promise<void> = async () => {},
): Promise<number> {
  const startedAt = Date.now();
  const child = spawn(launch.executablePath, ['-r', probe, ...args, '--lang=en-GB'], {
    env: {
      ...launch.environment,
      LANG: 'en_GB.UTF-8',
      LANGUAGE: 'en_GB',
      MATTERLINE_BENCH_SHOWN_AT: shownAt,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const [, shown] = /^shown at ([\d.]+)$/.exec(line) ?? [];
      if (shown === undefined) continue;
      await beforeEnd();
      return Number(shown) - startedAt;
    }
    throw new Error('the program ended before it showed anything');
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

const probe = join(import.meta.dirname, 'start-probe.cjs');

/** When the largest thing on the first page was painted, in milliseconds since 1970. */
const firstPage = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const { startTime } = list.getEntries().at(-1);
    resolve(performance.timeOrigin + startTime);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
})`;

/** Resolves once the next start has something to begin with. */
async function screenIsKept(directory: string): Promise<void> {
  const rows = () => {
    try {
      const text = readFileSync(join(directory, 'app', 'last screen.json'), 'utf8');
      return (JSON.parse(text) as { screen: KeptScreen }).screen.matters?.rows.length ?? 0;
    } catch {
      return 0;
    }
  };
  while (rows() === 0) await sleep(50);
}

/**
 * When the first rows were painted, in milliseconds since 1970. Nobody can be signed in here: the first time, one button lies
 * between the start and the list, and is pressed.
 */
const firstRows = `new Promise((resolve) => {
  let isPressed = false;
  const look = () => {
    if (document.querySelector('[role=grid] [role=row] [role=gridcell] bdi')) {
      return requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
    }
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'View offline copy',
    );
    if (button && !isPressed) {
      isPressed = true;
      button.click();
    }
    requestAnimationFrame(look);
  };
  look();
})`;

async function smoothness(launch: AppLaunch, directory: string): Promise<Bar[]> {
  const { executablePath, environment } = launch;
  const app = await launchPackage({ executablePath, environment, args: appArgs(launch, directory) });
  const { page } = app;
  try {
    await page.evaluate(firstRows);
    const bars: Bar[] = [];
    const measure = async (what: string, work: () => Promise<void>): Promise<void> => {
      // What opening it left to do is over.
      await sleep(2_000);
      bars.push(smooth(what, await tasksDuring(page, work)));
    };
    await measure('scrolling through 50,000 matters', () => scroll(page, 'Matters'));
    await measure('typing into the search over everything', () =>
      type(page.getByRole('combobox', { name: 'Search', exact: true }), ['okafor lease', '2019/', 'whitf']),
    );
    await page.keyboard.press('Escape');
    await goTo(page, `#/matter/${matterIdOf(0)}/documents`, '[role=grid][aria-label=Documents] bdi');
    const shown = await page.getByRole('grid', { name: 'Documents' }).getAttribute('aria-rowcount');
    if (Number(shown) < documentsInFolder) throw new Error(`only ${shown} documents are shown`);
    await measure(`scrolling through ${documentsInFolder} documents of one folder`, () =>
      scroll(page, 'Documents'),
    );
    await measure('typing a name among them', () =>
      type(page.getByRole('searchbox', { name: 'Find in this matter' }), [
        'letter 19',
        'silva',
        'expert report okafor',
      ]),
    );
    await goTo(page, `#/matter/${matterIdOf(0)}/timeline`, '[aria-label=Timeline] li');
    await measure('scrolling through a timeline of 100,000 entries', () => scrollTimeline(page));
    await measure('typing into the timeline’s search', () =>
      type(page.getByRole('searchbox', { name: 'Find in the timeline' }), ['okafor', 'final tanaka']),
    );
    return bars;
  } finally {
    await app.close();
  }
}

async function goTo(page: Page, hash: string, until: string): Promise<void> {
  await page.evaluate(`void (location.hash = ${JSON.stringify(hash)})`);
  await page.locator(until).first().waitFor();
}

/** As with a wheel, then by pages, then to both ends. */
async function scroll(page: Page, grid: string): Promise<void> {
  const list = page.getByRole('grid', { name: grid });
  await list.hover();
  for (let turn = 0; turn < 100; turn += 1) {
    await page.mouse.wheel(0, turn < 80 ? 400 : -2_000);
    await sleep(16);
  }
  await list.focus();
  for (const key of [
    'End',
    'Home',
    ...Array<string>(20).fill('PageDown'),
    ...Array<string>(30).fill('ArrowDown'),
  ]) {
    await page.keyboard.press(key);
    await sleep(30);
  }
}

async function scrollTimeline(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Timeline' }).hover();
  for (let turn = 0; turn < 150; turn += 1) {
    await page.mouse.wheel(0, 600);
    await sleep(16);
  }
}

/** Letter by letter, a little faster than people do, each text after the one before was removed. */
async function type(field: Locator, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await field.fill('');
    await field.pressSequentially(text, { delay: 70 });
    await sleep(500);
  }
}

const smooth = (what: string, { count, longest, long }: Tasks): Bar => ({
  bench: 'window',
  what: `${what}: tasks of more than 50 ms among ${count}`,
  value: long.length,
  unit: `tasks (longest ${longest.toFixed(1)} ms)`,
  against: 'the promise of none',
  ratio: rounded(longest / 50),
  limit: 'none',
  holds: long.length === 0,
});

/**
 * Looks at every screen of the window on a made-up firm: a PNG each, and axe's verdict. Fails on any violation, console
 * error or breach of the content policy.
 *
 * node test/renderer/screens.ts DIR [ONLY]     needs /usr/bin/chromium, or CHROMIUM=PATH
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { serve } from './fake/serve.ts';
import { type Screen, screens } from './screenList.ts';

const looks = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  contrast: { colorScheme: 'dark', forcedColors: 'active' },
} as const;
/** The last is a window of 1400 by 900 at twice the size. */
const sizes = {
  large: { viewport: { width: 1400, height: 900 } },
  small: { viewport: { width: 900, height: 600 } },
  zoomed: { viewport: { width: 700, height: 450 }, deviceScaleFactor: 2 },
};

async function look(browser: Browser, address: string, screen: Screen, directory: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [theme, media] of Object.entries(looks)) {
    if (screen.looks && !screen.looks.some((wanted) => wanted === theme)) continue;
    for (const [size, shape] of Object.entries(sizes)) {
      if (size === 'zoomed' && theme !== 'light') continue;
      const name = `${screen.name}-${theme}-${size}`;
      const context = await browser.newContext({
        ...shape,
        ...media,
        reducedMotion: 'reduce',
        locale: 'en-GB',
      });
      const page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(`${name}: console: ${message.text()}`);
      });
      page.on('pageerror', (error) => faults.push(`${name}: ${error.message}`));
      await page.goto(`${address}?scene=${screen.scene}#${screen.hash ?? '/matters'}`);
      await page
        .locator(`${readyWhen(screen)}:visible`)
        .first()
        .waitFor();
      await screen.act?.(page);
      await page.evaluate(stillness);
      await page.screenshot({ path: join(directory, `${name}.png`) });
      faults.push(...(await axe(page, name)));
      await context.close();
    }
  }
  return faults;
}

/** Waits, in the page, until nothing moves any more but what moves for ever. */
async function stillness(): Promise<void> {
  await document.fonts.ready;
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // What a deed starts begins to move with the frame after it.
  await nextFrame();
  await nextFrame();
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/** What is on the screen once everything asked for has come. */
function readyWhen({ ready, hash }: Screen): string {
  if (ready) return ready;
  return hash === undefined || hash.endsWith('documents') ? '[role=gridcell] bdi' : 'h2';
}

async function axe(page: Page, name: string): Promise<string[]> {
  // Fluent's menus put sentinels around themselves that pass the focus on at once; axe takes them for hidden stops.
  const builder = new AxeBuilder({ page }).setLegacyMode(true).exclude('[data-tabster-dummy]');
  const { violations } = await builder.analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${name}: axe ${id}: ${nodes.map((node) => `${node.html}\n${node.failureSummary}`).join('\n')}`,
  );
}

const [directory = 'screens', only] = process.argv.slice(2);
const built = await mkdtemp(join(tmpdir(), 'matterline-screens-'));
await mkdir(directory, { recursive: true });
await build({
  configFile: join(import.meta.dirname, 'fake/vite.config.ts'),
  logLevel: 'warn',
  build: { outDir: built },
});
const { address, server } = await serve(built);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
const faults: string[] = [];
try {
  for (const screen of screens) {
    if (only === undefined || new RegExp(only).test(screen.name)) {
      faults.push(...(await look(browser, address, screen, directory)));
    }
  }
} finally {
  await browser.close();
  server.close();
  await rm(built, { recursive: true, force: true });
}
console.log(faults.length === 0 ? 'Every screen is fine.' : faults.join('\n'));
process.exitCode = faults.length === 0 ? 0 : 1;

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readyWhen, type Screen, screens } from '../renderer/screenList.ts';
import { MadeUpWindow } from './support/made-up-window.ts';
import { deceptions, lookNow, misfits, stillness } from './support/page-faults.ts';
import { eventually } from './support/patience.ts';

const looks = ['light', 'dark', 'contrast'] as const;
/** What the window is as it is first opened, and the same at twice the size. */
const zooms = [1, 2] as const;
const pictures = process.env['MATTERLINE_SCREENS'];

/** Every screen there is, with much, nothing, long and hostile names, without a network, and when something fails. */
describe('every screen can be seen, read and reached', () => {
  let window: MadeUpWindow;

  beforeAll(async () => {
    window = await MadeUpWindow.open();
  });
  afterAll(() => window[Symbol.asyncDispose]());

  const wear = async (look: (typeof looks)[number]): Promise<void> => {
    await window.page.emulateMedia({
      colorScheme: look === 'light' ? 'light' : 'dark',
      forcedColors: look === 'contrast' ? 'active' : 'none',
      reducedMotion: 'reduce',
    });
    await expect.poll(() => window.page.evaluate(lookNow), eventually).toBe(look);
  };

  const inaccessible = async (look: (typeof looks)[number]): Promise<string[]> => {
    // Fluent's menus put sentinels around themselves that pass the focus on at once; axe takes them for hidden stops.
    const axe = new AxeBuilder({ page: window.page }).setLegacyMode(true).exclude('[data-tabster-dummy]');
    // What is not about colour is the same in every look, and is asked about in each where pictures are taken.
    if (look !== 'light' && pictures === undefined) axe.withTags(['cat.color']);
    const { violations } = await axe.analyze();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
  };

  const arrive = async (screen: Screen): Promise<void> => {
    await window.show(screen.scene, screen.hash ?? '/matters');
    await window.page
      .locator(`${readyWhen(screen)} >> visible=true`)
      .first()
      .waitFor();
    await screen.act?.(window.page);
    await window.page.evaluate(stillness);
  };

  const faultsOf = async (screen: Screen): Promise<string[]> => {
    const found: string[] = [];
    for (const zoom of zooms) {
      await window.resize(1280, 820, zoom);
      await arrive(screen);
      await wear('light');
      const faults = async (): Promise<string[]> => [
        ...(await window.page.evaluate<string[]>(misfits)),
        ...(await window.page.evaluate<string[]>(deceptions)),
      ];
      found.push(...(await faults()).map((fault) => `${zoom * 100} %: ${fault}`));
      for (const look of looks) {
        if (zoom !== 1 && pictures === undefined) continue;
        await wear(look);
        if (zoom === 1) found.push(...(await inaccessible(look)).map((fault) => `${look}: ${fault}`));
        if (pictures === undefined) continue;
        await window.page.evaluate(stillness);
        await writeFile(join(pictures, `${screen.name}-${look}-${zoom * 100}.png`), await window.picture());
      }
    }
    return [...found, ...window.complaints()];
  };

  test.each(screens.map((screen) => [screen.name, screen] as const))('%s', async (_name, screen) => {
    try {
      expect(await faultsOf(screen)).toEqual([]);
    } catch (error) {
      await window.page.screenshot({ path: `/tmp/fail-${screen.name}.png` });
      throw error;
    }
  });
});

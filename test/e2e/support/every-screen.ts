import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Screen } from '../../renderer/screen.ts';
import { readyWhen } from '../../renderer/screenList.ts';
import { inaccessible } from './axe.ts';
import { MadeUpWindow } from './made-up-window.ts';
import { deceptions, lookNow, misfits, stillness } from './page-faults.ts';
import { eventually } from './patience.ts';

const looks = ['light', 'dark', 'contrast'] as const;
const pictures = process.env['MATTERLINE_SCREENS'];
/** What the window is as it is first opened; where pictures are taken, the same at twice the size too. */
const zooms = pictures === undefined ? ([1] as const) : ([1, 2] as const);
/** What differs between looks; all else is asked about in each of them only where pictures are taken. */
const ofColour: string[] = ['color-contrast', 'link-in-text-block'];

/** Makes a test of each screen: nothing on it is cut off, deceives, or cannot be read or reached in any look. */
export function seeEach(screens: readonly Screen[]): void {
  describe('every screen can be seen, read and reached', () => {
    let window: MadeUpWindow;

    beforeAll(async () => {
      if (pictures !== undefined) await mkdir(pictures, { recursive: true });
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

    const arrive = async (screen: Screen): Promise<void> => {
      await window.show(screen.scene, screen.hash ?? '/matters');
      const there = window.page.locator(`${readyWhen(screen)} >> visible=true`).first();
      await expect.poll(() => there.isVisible(), eventually).toBe(true);
      if (screen.act) {
        await window.page.evaluate(stillness);
        await screen.act(window.page);
      }
      await window.page.evaluate(stillness);
    };

    const faultsOf = async (screen: Screen): Promise<string[]> => {
      const found: string[] = [];
      for (const zoom of zooms) {
        await window.resize(1280, 820, zoom);
        await arrive(screen);
        await wear('light');
        if (zoom !== 1) await window.page.evaluate(stillness);
        const seen = [
          ...(await window.page.evaluate<string[]>(misfits)),
          ...(await window.page.evaluate<string[]>(deceptions)),
        ];
        found.push(...seen.map((fault) => `${zoom * 100} %: ${fault}`));
        for (const look of looks) {
          await wear(look);
          if (zoom === 1) {
            const rules = look === 'light' || pictures !== undefined ? undefined : ofColour;
            const faults = await inaccessible(window.page, rules);
            found.push(...faults.map((fault) => `${look}: ${fault}`));
          }
          if (pictures === undefined) continue;
          await window.page.evaluate(stillness);
          await writeFile(join(pictures, `${screen.name}-${look}-${zoom * 100}.png`), await window.picture());
        }
      }
      return [...found, ...window.complaints()];
    };

    test.each(screens.map((screen) => [screen.name, screen] as const))('%s', async (_name, screen) => {
      expect(await faultsOf(screen)).toEqual([]);
    });
  });
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MadeUpWindow } from './support/made-up-window.ts';
import { stillness } from './support/page-faults.ts';

const list = '[role=grid]';
const matter = '/matter/matter-0';
const grid = (name: string, hash: string, scene = 'usual') => [name, scene, hash, list] as const;
const box = (name: string, hash: string, selector: string) => [name, 'usual', hash, selector] as const;

/** A laptop's window at 200 %, where it is 640 by 410 of the page's own pixels. */
describe('at 200 % the content has at least half of the height', () => {
  let window: MadeUpWindow;
  beforeAll(async () => {
    window = await MadeUpWindow.open();
    await window.show('usual', '/matters');
    await window.resize(1280, 820, 2);
  });
  afterAll(() => window[Symbol.asyncDispose]());

  test.each([
    grid('the list of matters', '/matters'),
    grid('the documents of a matter', `${matter}/documents`),
    grid('the documents of a matter without a folder', '/matter/matter-1/documents'),
    box('the timeline', `${matter}/timeline`, '[aria-label="Timeline entries"]'),
    box('the details', `${matter}/details`, '[role=tabpanel]'),
    box('the activity', '/activity', '[aria-label="Current activity"]'),
    box('the problems', '/problems', 'section[aria-label=Problems]'),
    box('the settings', '/settings', 'main [data-section] >> nth=0 >> xpath=../../..'),
  ])('%s', async (_name, scene, hash, content) => {
    await window.show(scene, hash);
    const there = window.page.locator(content).first();
    await there.waitFor();
    await window.page.evaluate(stillness);
    const shown = await there.boundingBox();
    const main = await window.page.locator('main').boundingBox();
    if (!shown || !main) throw new Error('it is not shown');
    const seen = Math.min(shown.y + shown.height, main.y + main.height) - shown.y;
    expect(seen / (await window.page.evaluate<number>('innerHeight'))).toBeGreaterThanOrEqual(0.5);
  });
});

describe('no row moves under the pointer', () => {
  let window: MadeUpWindow;
  beforeAll(async () => {
    window = await MadeUpWindow.open();
    await window.show('usual', '/matters');
  });
  afterAll(() => window[Symbol.asyncDispose]());

  test.each([1, 2])('while several documents are selected, at %d times the size', async (zoom) => {
    const { page } = window;
    await window.resize(1280, 820, zoom);
    await window.show('usual', `${matter}/documents`);
    const row = page.getByRole('row', { name: /^Schedule of loss/ });
    await row.waitFor();
    await page.evaluate(stillness);
    const before = await row.boundingBox();
    await row.click();
    await page.getByRole('row', { name: /^Particulars of claim/ }).click({ modifiers: ['Control'] });
    await page.getByText(/^2 selected/).waitFor();
    await page.evaluate(stillness);
    expect(await row.boundingBox()).toEqual(before);
  });
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { MatterlineWindow } from '../app/matterline-window.ts';
import { Office } from './support/office.ts';
import { packedLaunch, packingWithin } from './support/packed.ts';
import { placeIsRemembered } from './support/remembered-place.ts';

describe('the process of the packed program’s page crashes', () => {
  let office: Office;
  let folder: string;

  beforeAll(async () => {
    ({ office, folder } = await Office.linked(hartley, await packedLaunch('test')));
  }, packingWithin);
  afterAll(() => office[Symbol.asyncDispose]());

  test('the window comes back by itself, signed in and where it was, and filing was not interrupted', async () => {
    await placeIsRemembered(office.page);
    const page = await office.computer.app.crashPage();
    await writeFile(join(folder, 'Saved meanwhile.txt'), 'Saved while the window came back.');
    await page.getByRole('heading', { level: 1 }).getByTitle(hartley, { exact: true }).waitFor();
    await expect(
      new MatterlineWindow(null, page).documentIn('Filed', 'Saved meanwhile.txt', 1),
    ).resolves.toBeDefined();
  });
});

import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { SmallDisk } from '../support/small-disk.ts';
import { Office } from './support/office.ts';
import { eventually } from './support/patience.ts';

test('a full disk is told in the window, what is known stays in it, and everything is filed once there is room', async (context) => {
  await using office = await Office.open();
  const { appData } = office.computer;
  mkdirSync(appData, { recursive: true });
  using disk = SmallDisk.on(appData, 200_000_000, context);
  await office.startSignedIn();
  const folder = await office.openLinked(hartley);
  await writeFile(join(folder, 'Reply.docx'), 'The first version.');
  await office.window.documentIn('Filed', 'Reply.docx', 1);
  disk.fill();
  // More than may be left of the last block of anything.
  await writeFile(join(folder, 'Reply.docx'), 'The second version.'.repeat(20_000));
  await office.window.goTo('Problems');
  const { page } = office;
  await page.getByText('“Reply.docx” could not be captured').waitFor();
  await office.window.goTo('Matters');
  await office.window.goTo('Problems');
  disk.makeRoom();
  const versions = () =>
    office.firm.service.contentOf(office.matterOf('Reply.docx'), idOf('Reply.docx')).length;
  const idOf = (name: string) =>
    office.firm.service.filesOf(office.matterOf(name)).find(({ fileName }) => fileName === name)?.fileId ??
    '';
  await expect.poll(versions, { ...eventually, timeout: 60_000 }).toBe(2);
  await page.getByText('“Reply.docx” could not be captured').waitFor({ state: 'detached' });
  // Closed first: the disk is taken away then.
  await office.computer.closeApp();
});

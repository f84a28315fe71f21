import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { earlierSignIn } from '../../../../shared/model/index.ts';
import { captureWithin, fullDisk } from '../../../support/no-room.ts';
import { eventually, openWorkplace } from '../../../support/workplace.ts';

const large = (text: string) => text.repeat(40_000);

test('saves captured while there was no room, that this program cannot read, are not removed without a word', async () => {
  const { disk, between } = fullDisk();
  await using place = await openWorkplace({ ports: between, speedUp: 10 });
  const { directory } = place.workspace;
  disk.isFull = true;
  await place.restartEngine();
  for (const [index, content] of [large('one'), large('two')].entries())
    await captureWithin(place, 'Brief.pdf', content, index + 1);
  await place.engine.stop();
  disk.isFull = false;
  const database = new Database(join(directory, 'meanwhile.db'));
  database.pragma('user_version = 9999');
  database.close();
  await place.restartEngine();
  writeFileSync(join(place.folder, 'Other.docx'), 'other');
  await place.allFiled(2);
  await expect.poll(() => place.engine.status.value.problems, eventually).toBe(1);
  await expect.poll(() => place.workspace.watches.looking, eventually).toBe(0);
  const removed = await place.engine.removeKept(place.service.baseUrl, {
    signIn: earlierSignIn.id,
    loss: '',
    version: '1',
  });
  expect(removed.ok).toBe(false);
});

import { closeSync, openSync, utimesSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually, openWorkplace, sha256 } from '../../../support/workplace.ts';

test('a save of the same size whose time is set back is captured where the time of change is that of modification', async () => {
  await using place = await openWorkplace({
    ports: (ports) => ({
      ...ports,
      files: {
        ...ports.files,
        async facts(path) {
          const facts = await ports.files.facts(path);
          return facts && { ...facts, changed: facts.modified };
        },
      },
    }),
  });
  const path = join(place.folder, 'Container.docx');
  const setBack = () => utimesSync(path, new Date(), new Date(1_700_000_000_000));
  writeFileSync(path, 'one');
  setBack();
  await place.allFiled();
  await expect.poll(() => place.workspace.watches.looking, eventually).toBe(0);
  const handle = openSync(path, 'r+');
  writeSync(handle, 'two', 0);
  closeSync(handle);
  setBack();
  const captured = place.workspace.stores.database.prepare<[], string>('SELECT sha256 FROM save').pluck();
  await expect.poll(() => captured.all(), eventually).toContain(sha256('two'));
}, 60_000);

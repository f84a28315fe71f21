import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { unfiledAfterLook } from '../../../../main/engine/sign-out/unfiled.ts';
import { earlierSignIn } from '../../../../shared/model/index.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, openDesk } from '../saving/desk.ts';

/** A drive that tells of nothing: its folders are looked through every ten seconds. `stops` lets it answer no list any more. */
function slowDrive() {
  let stopped: Promise<void> | null = null;
  let goesOn = () => {};
  return {
    ports: (ports: EnginePorts): EnginePorts => ({
      ...ports,
      files: {
        ...ports.files,
        isShared: async () => true,
        async list(path) {
          await stopped;
          return ports.files.list(path);
        },
      },
    }),
    stops() {
      stopped = new Promise((resolve) => {
        goesOn = resolve;
      });
    },
    goesOn: () => goesOn(),
  };
}

/** A folder that has just been looked through. */
async function justRescanned(drive = slowDrive()): Promise<Workplace> {
  const place = await openDesk({ ports: drive.ports });
  await expect.poll(() => place.workspace.watches.looking, eventually).toBe(0);
  await calm(place);
  return place;
}

const contents = ({ workspace }: Workplace): string[] =>
  workspace.stores.database.prepare<[], string>('SELECT sha256 FROM save').pluck().all();

test('what was saved since the last look through a folder is captured before the folder is unlinked', async () => {
  await using place = await justRescanned();
  writeFileSync(join(place.folder, 'Brief.docx'), 'saved just now');
  expect(await place.workspace.unlink(place.matterId)).toEqual({ unlinked: true });
  expect(contents(place)).toContain(sha256('saved just now'));
  await expect.poll(() => filedAs(place, 'Brief.docx'), eventually).toHaveLength(1);
});

test('what was saved since the last look is told of before what is kept is removed', async () => {
  await using place = await justRescanned();
  writeFileSync(join(place.folder, 'Brief.docx'), 'saved just now');
  expect(await unfiledAfterLook(place.workspace, 5_000)).toMatchObject({ unread: 1, looking: 0 });
  writeFileSync(join(place.folder, 'Note.docx'), 'saved just now, too');
  place.workspace.pipeline.pause(true);
  const removed = await place.engine.removeKept(place.service.baseUrl, {
    signIn: earlierSignIn.id,
    loss: '',
    version: '1',
  });
  expect(removed).toMatchObject({ ok: false, error: { code: 'not-permitted' } });
  await expect.poll(() => contents(place), eventually).toContain(sha256('saved just now, too'));
});

test('a folder on a drive that lists nothing just now is not said to be captured', async () => {
  const drive = slowDrive();
  await using place = await justRescanned(drive);
  drive.stops();
  expect(await place.workspace.unlink(place.matterId)).toMatchObject({ unlinked: false, looking: true });
  expect(await unfiledAfterLook(place.workspace, 50)).toMatchObject({ looking: 1 });
  drive.goesOn();
  expect(await place.workspace.unlink(place.matterId)).toEqual({ unlinked: true });
});

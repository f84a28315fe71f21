import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Files } from '../../../../main/engine/platform/files.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import {
  fileIdOf,
  filesIn,
  restorerWith,
  restoreWith,
  saved,
  versionWith,
} from '../../../support/versions.ts';
import { eventually, openWorkplace } from '../../../support/workplace.ts';

test('what a crash in the middle of restoring leaves beside the document is removed at the next start', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  let reached = () => {};
  const inTheMiddle = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const killed = {
    replaceExact: () => {
      reached();
      return new Promise<never>(() => {});
    },
  };
  void restoreWith(place, killed, 'Brief.docx', 'one');
  await inTheMiddle;
  expect(filesIn(place.folder)).toHaveLength(2);
  await place.restartEngine();
  expect(filesIn(place.folder)).toEqual(['Brief.docx']);
  expect(readFileSync(path, 'utf8')).toBe('two');
});

test('what is left beside a document whose directory is renamed meanwhile is removed where it went', async () => {
  await using place = await openWorkplace();
  mkdirSync(join(place.folder, 'Drafts'));
  await saved(place, 'Drafts/Brief.docx', 'one', 'two');
  const renamed = {
    replaceExact: (...asked: Parameters<Files['replaceExact']>) => {
      renameSync(join(place.folder, 'Drafts'), join(place.folder, 'Final'));
      return systemFiles.replaceExact(...asked);
    },
  };
  expect(await restoreWith(place, renamed, 'Drafts/Brief.docx', 'one')).toMatchObject({ ok: false });
  expect(filesIn(join(place.folder, 'Final'))).toEqual(['Brief.docx']);
  expect(readFileSync(join(place.folder, 'Final', 'Brief.docx'), 'utf8')).toBe('two');
});

test('what is left beside a document whose directory is moved to another matter meanwhile is removed there', async () => {
  await using place = await openWorkplace();
  const [, other] = place.service.matterIds() as MatterId[];
  const elsewhere = join(place.directory, 'matters', 'Another');
  mkdirSync(elsewhere);
  expect(await place.workspace.linker.link(other as MatterId, elsewhere)).toMatchObject({ ok: true });
  mkdirSync(join(place.folder, 'Drafts'));
  await saved(place, 'Drafts/Brief.docx', 'one', 'two');
  const moved = {
    replaceExact: (...asked: Parameters<Files['replaceExact']>) => {
      renameSync(join(place.folder, 'Drafts'), join(elsewhere, 'Drafts'));
      return systemFiles.replaceExact(...asked);
    },
  };
  expect(await restoreWith(place, moved, 'Drafts/Brief.docx', 'one')).toMatchObject({ ok: false });
  expect(filesIn(join(elsewhere, 'Drafts'))).toEqual(['Brief.docx']);
});

test('what is left beside a document because its drive went away is removed once that is back', async () => {
  await using place = await openWorkplace();
  await saved(place, 'Brief.docx', 'one', 'two');
  const away = join(place.directory, 'unplugged');
  const clock = new FakeClock(Date.now());
  const restorer = restorerWith(
    place,
    {
      replaceExact: (...asked) => {
        renameSync(place.folder, away);
        return systemFiles.replaceExact(...asked);
      },
    },
    clock,
  );
  const id = versionWith(place, 'Brief.docx', 'one');
  const refused = await restorer.restore(place.matterId, fileIdOf(place, 'Brief.docx'), id);
  expect(refused).toMatchObject({ ok: false, error: { code: 'not-permitted' } });
  await clock.advance(60_000);
  renameSync(away, place.folder);
  expect(filesIn(place.folder)).toHaveLength(2);
  const later = async () => {
    await clock.advance(10_000);
    return filesIn(place.folder);
  };
  await expect.poll(later, eventually).toEqual(['Brief.docx']);
  expect(readFileSync(join(place.folder, 'Brief.docx'), 'utf8')).toBe('two');
});

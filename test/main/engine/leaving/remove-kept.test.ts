import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyExport } from '../../../../main/engine/features/custody/verify-export.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { finishRemovals, removeKept } from '../../../../main/engine/sign-out/remove-kept.ts';
import { unfiledOf } from '../../../../main/engine/sign-out/unfiled.ts';
import { earlierSignIn } from '../../../../shared/model/index.ts';
import { restoreWith, saved } from '../../../support/versions.ts';
import { eventually, openWorkplace, type Workplace } from '../../../support/workplace.ts';

const version = '1.2.3';
const remove = (place: Workplace, loss = '') =>
  place.engine.removeKept(place.service.baseUrl, { signIn: earlierSignIn.id, loss, version });
const problem = { code: 'refused', what: 'No.', why: 'It was refused.', next: 'Decide.' };
const save = (place: Workplace, name: string, text: string) => writeFile(join(place.folder, name), text);
/** In the outbox, and on the disk: until then it counts as not read. */
const captured = (place: Workplace, count: number) =>
  expect
    .poll(() => [place.states().length, unfiledOf(place.workspace).unread], eventually)
    .toEqual([count, 0]);

test('what is filed is removed on request; matter folders and the custody log stay', async () => {
  await using place = await openWorkplace();
  await save(place, 'Brief.docx', 'A brief.');
  await place.allFiled(1);
  const { name: person } = place.workspace;
  expect(await remove(place)).toEqual({ ok: true, value: person });

  expect(await readFile(join(place.folder, 'Brief.docx'), 'utf8')).toBe('A brief.');
  expect(place.states()).toEqual([]);
  expect(place.workspace.stores.matters.get(place.matterId)).toBeUndefined();
  expect(place.workspace.stores.contents.usage().contents).toBe(0);
  const engine = join(place.directory, 'engine');
  expect((await readdir(engine)).filter((name) => name.endsWith('.removed'))).toEqual([]);
  const [log = ''] = await readdir(join(engine, 'custody logs'));
  const text = await readFile(join(engine, 'custody logs', log), 'utf8');
  expect(text).toContain('Brief.docx');
  expect(await verifyExport(createReadStream(join(engine, 'custody logs', log)))).toMatchObject({
    outcome: 'whole',
  });
});

test('nothing is asked of the service after the removal until somebody signs in', async () => {
  await using place = await openWorkplace();
  await expect.poll(() => place.workspace.watches.looking, eventually).toBe(0);
  expect(await remove(place)).toMatchObject({ ok: true });
  expect(place.workspace.account.service).toBe('signed-out');
});

test('nothing is removed while anything is not filed, unless it is named exactly', async () => {
  await using place = await openWorkplace();
  place.workspace.pipeline.pause(true);
  await save(place, 'Brief.docx', 'A brief.');
  await captured(place, 1);
  for (const loss of ['', 'yes', 'lose everything', 'lose 2 versions', 'lose 1 versions']) {
    expect(await remove(place, loss)).toMatchObject({ ok: false, error: { code: 'not-permitted' } });
  }
  expect(place.states()).toEqual(['waiting']);
  await save(place, 'Note.docx', 'A note.');
  await captured(place, 2);
  // What was true when it was typed is not what would be lost now.
  expect(await remove(place, 'lose 1 version')).toMatchObject({ ok: false });
  expect(await remove(place, '  Lose  2 versions ')).toMatchObject({ ok: true });
  expect(place.states()).toEqual([]);
  expect(await readdir(place.folder)).toEqual(expect.arrayContaining(['Brief.docx', 'Note.docx']));
});

test('a file that is still being written counts, and so does a version kept unfiled on purpose', async () => {
  await using place = await openWorkplace();
  place.workspace.pipeline.pause(true);
  await save(place, 'Brief.docx', 'A brief.');
  await expect.poll(() => unfiledOf(place.workspace).unread, eventually).toBe(1);
  expect(await remove(place)).toMatchObject({ ok: false });
  await captured(place, 1);
  const { outbox, saves } = place.workspace.stores;
  const [open] = saves.open();
  outbox.needsPerson(open?.id ?? 0, JSON.stringify(problem));
  outbox.keepUnfiled(open?.id ?? 0);
  expect(unfiledOf(place.workspace)).toMatchObject({ unfinished: 0, kept: 1 });
  expect(await remove(place)).toMatchObject({ ok: false });
  expect(await remove(place, 'lose 1 version')).toMatchObject({ ok: true });
});

test('a removal meant for another service touches nothing', async () => {
  await using place = await openWorkplace();
  await save(place, 'Brief.docx', 'A brief.');
  await place.allFiled(1);
  expect(
    await place.engine.removeKept('https://other.example.com', {
      signIn: earlierSignIn.id,
      loss: '',
      version,
    }),
  ).toEqual({ ok: true, value: null });
  expect(place.states()).toEqual(['filed']);
});

test('a removal cut short by a crash is finished at the next start, and only that', async () => {
  await using place = await openWorkplace();
  const engine = join(place.directory, 'engine');
  await mkdir(join(engine, 'abc-1.removed', 'vault'), { recursive: true });
  await writeFile(join(engine, 'abc-1.removed', 'vault', 'x'), 'x');
  const before = await readdir(engine);
  await finishRemovals(systemFiles, engine);
  expect(await readdir(engine)).toEqual(before.filter((name) => name !== 'abc-1.removed'));
});

test('what a program goes on writing into a replaced file is not forgotten when what is kept is removed', async () => {
  await using place = await openWorkplace();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  await expect.poll(() => place.workspace.watches.looking, eventually).toBe(0);
  const program = openSync(path, 'r+');
  // On a system that does not tell which programs have a file open.
  const pendingNotifications = { isOpen: async () => false };
  expect(await restoreWith(place, pendingNotifications, 'Brief.docx', 'one')).toMatchObject({ ok: true });
  await place.allFiled(3);
  await captured(place, 3);
  writeSync(program, 'my last work', 0);
  expect(await remove(place)).toMatchObject({
    ok: false,
    // The document beside it may not have been looked at yet.
    error: { why: expect.stringMatching(/leave (1 file|2 files) unfiled/) },
  });
  closeSync(program);
  // What was written becomes a save that the person is asked about.
  await expect.poll(() => unfiledOf(place.workspace), eventually).toMatchObject({ unfinished: 1, unread: 0 });
  expect(await remove(place, 'lose 1 version')).toMatchObject({ ok: true });
  expect((await readdir(place.folder)).filter((name) => name.startsWith('.matterline-'))).toEqual([]);
});

test('what is not read yet when the removal begins counts although nobody looks any more', async () => {
  await using place = await openWorkplace();
  await save(place, 'Brief.docx', 'A brief.');
  await expect.poll(() => unfiledOf(place.workspace).unread, eventually).toBe(1);
  expect(await removeKept(place.workspace, { loss: '', version })).toMatchObject({
    ok: false,
  });
});

import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import { engineRouter } from '../../../../main/engine/router.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, linkAnother, openDesk, problemsOf, rowOf, savedNames } from '../saving/desk.ts';

const another = 'Another folder stands where the matter’s folder was';
const toldOf = (place: Workplace) => problemsOf(place).filter(({ what }) => what === another);
const questions = (place: Workplace) =>
  problemsOf(place)
    .filter(({ actions }) => actions.includes('file-on-top'))
    .map(({ subject }) => subject);
const versions = (place: Workplace, name: string, matterId = place.matterId) =>
  filedAs(place, name, matterId).flatMap((file) => file.versions);
const capturedHere = ({ workspace }: Workplace, matterId: string): string[] =>
  workspace.stores.database
    .prepare<[string], string>('SELECT sha256 FROM save WHERE matter_id = ?')
    .pluck()
    .all(matterId);

async function relink(place: Workplace): Promise<void> {
  expect(await place.workspace.linker.link(place.matterId, place.folder)).toMatchObject({ ok: true });
  place.workspace.watches.add(place.matterId);
  place.workspace.poller.wake();
}

test.each(['running', 'not running'])(
  'two matter folders that change places, with the program %s: neither matter’s document is filed into the other',
  async (state) => {
    await using place = await openDesk();
    const other = await linkAnother(place);
    // A template that both matters hold proves nothing.
    for (const folder of [place.folder, other.folder])
      writeFileSync(join(folder, 'Advice.docx'), `of ${folder}`);
    await place.allFiled(2);
    const [here, there] = [place.folder, other.folder].map((folder) => `of ${folder}`);
    if (state === 'not running') await place.engine.stop();
    const aside = join(place.directory, 'aside');
    renameSync(place.folder, aside);
    renameSync(other.folder, place.folder);
    renameSync(aside, other.folder);
    // What is saved in that very moment is not filed either.
    writeFileSync(join(place.folder, 'Advice.docx'), 'edited at once');
    if (state === 'not running') await place.restartEngine();
    await expect.poll(() => toldOf(place), eventually).toHaveLength(2);
    writeFileSync(join(other.folder, 'Advice.docx'), 'edited later');
    await expect.poll(() => place.workspace.watches.unread, eventually).toBe(0);
    expect(capturedHere(place, place.matterId)).toEqual([sha256(here as string)]);
    expect(capturedHere(place, other.matterId)).toEqual([sha256(there as string)]);
    // Put back, everything goes on.
    renameSync(other.folder, aside);
    renameSync(place.folder, other.folder);
    renameSync(aside, place.folder);
    await expect.poll(() => toldOf(place), eventually).toEqual([]);
    await expect
      .poll(() => versions(place, 'Advice.docx'), eventually)
      .toEqual([sha256(here as string), sha256('edited later')]);
    await expect
      .poll(() => versions(place, 'Advice.docx', other.matterId), eventually)
      .toEqual([sha256(there as string), sha256('edited at once')]);
  },
);

test('another directory at the path of a matter’s folder: nothing in it is filed until the person links it again', async () => {
  await using place = await openDesk();
  writeFileSync(join(place.folder, 'Advice.docx'), 'of this client');
  await place.allFiled();
  renameSync(place.folder, join(place.directory, 'archive'));
  mkdirSync(place.folder);
  writeFileSync(join(place.folder, 'Advice.docx'), 'of another client');
  writeFileSync(join(place.folder, 'New.docx'), 'new');
  await expect.poll(() => toldOf(place), eventually).toHaveLength(1);
  expect(await place.workspace.adder.add(place.matterId, null, [place.directory])).toMatchObject({
    ok: false,
  });
  expect(savedNames(place)).toEqual(['Advice.docx']);
  expect(versions(place, 'Advice.docx')).toEqual([sha256('of this client')]);
  await place.workspace.unlink(place.matterId);
  await relink(place);
  await expect.poll(() => questions(place), eventually).toEqual(['Advice.docx']);
  await expect.poll(() => versions(place, 'New.docx'), eventually).toEqual([sha256('new')]);
  expect(versions(place, 'Advice.docx')).toEqual([sha256('of this client')]);
});

const client = (place: Workplace) => createRouterClient(engineRouter(place.engine, () => {}));
const saySame = (place: Workplace, matterId = place.matterId) =>
  client(place).engine.problems.act({ id: `issue:${matterId}:`, action: 'same-folder' });
const idOf = ({ workspace, matterId }: Workplace, name: string) =>
  workspace.stores.links.file(matterId, name)?.fileId;

/** A copy takes the folder's place that shows other times, as one made on another drive by many programs does. */
async function copiedElsewhere(place: Workplace): Promise<void> {
  const { folder, directory } = place;
  await place.engine.stop();
  const copy = join(directory, 'copy');
  cpSync(folder, copy, { recursive: true });
  for (const name of readdirSync(copy, { recursive: true, encoding: 'utf8' }))
    utimesSync(join(copy, name), 1, 1);
  renameSync(folder, join(directory, 'The former one'));
  renameSync(copy, folder);
}

test('a copy of a matter’s folder that the person says is the same: each document is what it was, and one that differs is asked about', async () => {
  await using place = await openDesk({
    before: (service, matterId) => service.colleague.createFolder(matterId, 'Claims'),
  });
  const { folder } = place;
  const mapped = () => place.workspace.stores.links.folders(place.matterId).map(({ path }) => path);
  await expect.poll(mapped, eventually).toContain('Claims');
  const captured = () => capturedHere(place, place.matterId);
  for (const name of ['Advice.docx', 'Brief.docx', 'Gone.docx', 'Claims/Claim.docx'])
    writeFileSync(join(folder, name), `first ${name}`);
  await place.allFiled(4);
  // Also after the program was closed: what is filed by the time that the person says so would be compared with that.
  place.workspace.stores.pauses.pauseMatter(place.matterId, true);
  writeFileSync(join(folder, 'Unfiled.docx'), 'not filed yet');
  await expect.poll(captured, eventually).toContain(sha256('not filed yet'));
  const names = ['Advice.docx', 'Brief.docx', 'Claims/Claim.docx', 'Unfiled.docx'];
  const ids = names.map((name) => idOf(place, name));
  await copiedElsewhere(place);
  rmSync(join(folder, 'Gone.docx'));
  writeFileSync(join(folder, 'Brief.docx'), 'an older or a newer one, who knows');
  writeFileSync(join(folder, 'Unfiled.docx'), 'gone on with');
  writeFileSync(join(folder, 'New.docx'), 'new');
  await place.restartEngine();
  await expect.poll(() => toldOf(place), eventually).toHaveLength(1);
  expect(toldOf(place)).toMatchObject([{ actions: ['same-folder', 'show-in-folder'] }]);
  expect(versions(place, 'New.docx')).toEqual([]);

  await saySame(place);
  await expect.poll(() => toldOf(place), eventually).toEqual([]);
  // All of it before anything is filed: what is captured once its document is filed is asked about.
  const changed = ['an older or a newer one, who knows', 'gone on with', 'new'].map(sha256);
  await expect.poll(captured, eventually).toEqual(expect.arrayContaining(changed));
  place.workspace.stores.pauses.pauseMatter(place.matterId, false);
  place.workspace.pipeline.wake();
  await expect.poll(() => versions(place, 'New.docx'), eventually).toEqual([sha256('new')]);
  await expect.poll(() => questions(place), eventually).toEqual(['Brief.docx']);
  await expect
    .poll(() => versions(place, 'Unfiled.docx'), eventually)
    .toEqual(['not filed yet', 'gone on with'].map(sha256));
  expect(names.map((name) => idOf(place, name))).toEqual(ids);
  await expect.poll(() => rowOf(place, 'Gone.docx')?.state, eventually).toBe('removed-here');
  expect(versions(place, 'Advice.docx')).toEqual([sha256('first Advice.docx')]);
  expect(versions(place, 'Claim.docx')).toEqual([sha256('first Claims/Claim.docx')]);
  expect(versions(place, 'Brief.docx')).toEqual([sha256('first Brief.docx')]);

  const question = problemsOf(place).find(({ subject }) => subject === 'Brief.docx');
  await client(place).engine.problems.act({
    id: question?.id ?? '',
    action: 'file-on-top',
    shown: question?.conflict?.theirs.version ?? null,
  });
  await expect
    .poll(() => versions(place, 'Brief.docx'), eventually)
    .toEqual(['first Brief.docx', 'an older or a newer one, who knows'].map(sha256));
  // From here on it is like any other.
  writeFileSync(join(folder, 'Advice.docx'), 'second');
  writeFileSync(join(folder, 'Claims', 'Claim.docx'), 'second claim');
  await expect
    .poll(() => versions(place, 'Advice.docx'), eventually)
    .toEqual(['first Advice.docx', 'second'].map(sha256));
  await expect
    .poll(() => versions(place, 'Claim.docx'), eventually)
    .toEqual(['first Claims/Claim.docx', 'second claim'].map(sha256));
  await place.restartEngine();
  await calm(place);
  expect(problemsOf(place)).toEqual([]);
  const log = place.workspace.stores.database
    .prepare<[], string>(`SELECT detail FROM custody WHERE kind = 'linked' ORDER BY seq`)
    .pluck()
    .all();
  expect(log).toEqual([null, 'same-folder']);
});

test('an older copy in a folder that is said to be the same, kept unfiled, is asked about again with its next save: it goes over none of our own versions unasked', async () => {
  await using place = await openDesk();
  const path = join(place.folder, 'Brief.docx');
  for (const [index, content] of ['one', 'two'].entries()) {
    writeFileSync(path, content);
    await place.allFiled(index + 1);
  }
  await copiedElsewhere(place);
  writeFileSync(path, 'gone on with from one');
  await place.restartEngine();
  await expect.poll(() => toldOf(place), eventually).toHaveLength(1);
  await saySame(place);
  const asked = 'in this folder is not the one that was saved here last';
  await expect
    .poll(() => problemsOf(place).map(({ what }) => what), eventually)
    .toEqual([`“Brief.docx” ${asked}`]);
  const keep = () => {
    const [question] = problemsOf(place);
    return client(place).engine.problems.act({ id: question?.id ?? '', action: 'keep-unfiled' });
  };
  await keep();
  // To open and close it changes nothing.
  utimesSync(path, new Date(), new Date());
  writeFileSync(path, 'gone on with from one, once more');
  await expect
    .poll(() => problemsOf(place).map(({ what }) => what), eventually)
    .toEqual([`“Brief.docx” ${asked}`]);
  expect(versions(place, 'Brief.docx')).toEqual(['one', 'two'].map(sha256));
});

test('another matter’s folder is not made this one’s by a word, and neither is a folder that is no problem any more', async () => {
  await using place = await openDesk();
  const other = await linkAnother(place);
  for (const folder of [place.folder, other.folder])
    writeFileSync(join(folder, 'Advice.docx'), `of ${folder}`);
  await place.allFiled(2);
  await expect(saySame(place)).rejects.toMatchObject({ data: { code: 'not-found' } });
  const aside = join(place.directory, 'aside');
  renameSync(place.folder, aside);
  renameSync(other.folder, place.folder);
  await expect.poll(() => toldOf(place), eventually).toHaveLength(1);
  await expect(saySame(place)).rejects.toMatchObject({ data: { code: 'folder-linked-elsewhere' } });
  expect(versions(place, 'Advice.docx')).toEqual([sha256(`of ${place.folder}`)]);
  expect(toldOf(place)).toHaveLength(1);
});

test('a folder restored from a backup at the same path is the same: filing goes on unasked', async () => {
  await using place = await openDesk();
  writeFileSync(join(place.folder, 'Advice.docx'), 'advice');
  writeFileSync(join(place.folder, 'Brief.docx'), 'brief');
  writeFileSync(join(place.folder, 'Claim.docx'), 'claim');
  await place.allFiled(3);
  await place.engine.stop();
  const backup = join(place.directory, 'backup');
  cpSync(place.folder, backup, { recursive: true, preserveTimestamps: true });
  rmSync(place.folder, { recursive: true });
  cpSync(backup, place.folder, { recursive: true, preserveTimestamps: true });
  await place.restartEngine();
  writeFileSync(join(place.folder, 'Advice.docx'), 'edited');
  await expect
    .poll(() => versions(place, 'Advice.docx'), eventually)
    .toEqual([sha256('advice'), sha256('edited')]);
  await calm(place);
  expect(problemsOf(place)).toEqual([]);
});

test('linked again, a new directory at the path of the one before: a namesake with other bytes is a question, the same bytes are the same document', async () => {
  await using place = await openDesk();
  const { folder, workspace, matterId } = place;
  writeFileSync(join(folder, 'Advice.docx'), 'of this client');
  writeFileSync(join(folder, 'Terms.docx'), 'terms');
  await place.allFiled(2);
  const terms = workspace.stores.links.file(matterId, 'Terms.docx')?.fileId;
  await workspace.unlink(matterId);
  renameSync(folder, join(place.directory, 'archive'));
  mkdirSync(folder);
  writeFileSync(join(folder, 'Advice.docx'), 'of another client');
  writeFileSync(join(folder, 'Terms.docx'), 'terms');
  await relink(place);
  await expect.poll(() => questions(place), eventually).toEqual(['Advice.docx']);
  await expect
    .poll(() => workspace.stores.links.file(matterId, 'Terms.docx')?.removed, eventually)
    .toBe(false);
  expect(workspace.stores.links.file(matterId, 'Terms.docx')?.fileId).toBe(terms);
  expect(versions(place, 'Advice.docx')).toEqual([sha256('of this client')]);
  expect(versions(place, 'Terms.docx')).toEqual([sha256('terms')]);
});

test('a file of another matter that is moved over a document is a question, not its next version', async () => {
  await using place = await openDesk();
  const other = await linkAnother(place);
  writeFileSync(join(place.folder, 'Advice.docx'), 'of this client');
  writeFileSync(join(other.folder, 'Advice.docx'), 'of another client');
  await place.allFiled(2);
  renameSync(join(other.folder, 'Advice.docx'), join(place.folder, 'Advice.docx'));
  await expect.poll(() => questions(place), eventually).toEqual(['Advice.docx']);
  expect(versions(place, 'Advice.docx')).toEqual([sha256('of this client')]);
  expect(readFileSync(join(place.folder, 'Advice.docx'), 'utf8')).toBe('of another client');
});

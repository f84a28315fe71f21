import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { ofUnknownDescent, writeProblem } from '../../../../main/engine/store/save-problem.ts';
import { documentRows } from '../../../../main/engine/view/document-rows.ts';
import { versionList } from '../../../../main/engine/view/version-list.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { beyondTheSpecification } from '../../../service/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { afterAll, foldersOf, patient, saidNo, texts } from './after-all.ts';
import { openSharedDesk, type SharedDesk } from './office.ts';

const announced = ({ stores }: SharedDesk['workspace']) =>
  stores.saves.underWay(10).some(({ announcedAt }) => announcedAt !== null);

test('what the person chose to leave out of a matter stays left out once its folder is handed over', async () => {
  await using desk = await openSharedDesk();
  const { first, second, folder, another } = await saidNo(desk);
  second.stores.ignoreRules.set(another, { own: ['Private *'], off: [] });
  await second.watches.remove(another);
  second.watches.add(another);
  await expect.poll(() => second.watches.looking, eventually).toBe(0);
  desk.save(folder, 'Private notes.txt', 'not for the firm');
  await afterAll(desk, first);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  desk.save(folder, 'Later.txt', 'for the firm');
  await expect.poll(() => texts(desk, 'Later.txt', another), patient).toEqual(['for the firm']);
  expect(first.stores.ignoreRules.of(another)).toEqual({ own: ['Private *'], off: [] });
  expect(second.stores.ignoreRules.of(another)).toEqual({ own: [], off: [] });
  expect(texts(desk, 'Private notes.txt', another)).toEqual([]);
}, 90_000);

test('what the person paused stays paused once its folder is handed over', async () => {
  await using desk = await openSharedDesk();
  const { first, second, folder, another } = await saidNo(desk);
  const fileId = second.stores.links.file(another, 'Brief.txt')?.fileId as FileId;
  second.stores.pauses.pauseDocument(another, fileId, true);
  desk.save(folder, 'Brief.txt', 'version 2, not to be filed yet');
  await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'waiting']);
  await afterAll(desk, first);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  desk.save(folder, 'Later.txt', 'not paused');
  await expect.poll(() => texts(desk, 'Later.txt', another), patient).toEqual(['not paused']);
  expect(texts(desk, 'Brief.txt', another)).toEqual(['version 1']);
  expect(second.stores.pauses.pausedDocuments(another).size).toBe(0);

  first.stores.pauses.pauseDocument(another, fileId, false);
  first.pipeline.wake();
  await expect.poll(() => texts(desk, 'Brief.txt', another), patient).toHaveLength(2);
}, 90_000);

test.each(['the matter', 'everything'])(
  'where %s was paused, nothing of the folder is filed once it is handed over, until it is resumed',
  async (what) => {
    await using desk = await openSharedDesk();
    const { first, second, folder, another } = await saidNo(desk);
    if (what === 'the matter') second.stores.pauses.pauseMatter(another, true);
    else {
      second.stores.matters.putSetting('paused', 'yes');
      second.pipeline.pause(true);
    }
    desk.save(folder, 'Brief.txt', 'version 2');
    await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'waiting']);
    await afterAll(desk, first);
    await expect.poll(() => foldersOf(first), patient).toContain(folder);
    expect(first.stores.matters.get(another)?.paused).toBe(1);
    first.stores.pauses.pauseMatter(another, false);
    first.pipeline.wake();
    await expect.poll(() => texts(desk, 'Brief.txt', another), patient).toEqual(['version 1', 'version 2']);
  },
  90_000,
);

test('promise 5: a save whose announcement is under way while its folder is handed over is filed once', async () => {
  await using desk = await openSharedDesk();
  const { first, second, folder, another } = await saidNo(desk);
  desk.service.faults.add({ route: 'documents.putFile', kind: 'latency', ms: 2_500, count: 'always' });
  desk.save(folder, 'Brief.txt', 'version 2');
  await expect.poll(() => desk.states(second).at(-1), { ...eventually, interval: 2 }).toBe('sending');
  await afterAll(desk, first);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  desk.save(folder, 'Brief.txt', 'version 3');
  await expect
    .poll(() => texts(desk, 'Brief.txt', another), patient)
    .toEqual(['version 1', 'version 2', 'version 3']);
}, 90_000);

test('promise 5: a save that was sent, and that history had not shown when its folder was handed over, is shown as filed there', async () => {
  await using desk = await openSharedDesk();
  const { first, second, folder, another } = await saidNo(desk);
  desk.service.faults.add({ route: 'storage.put', kind: 'latency', ms: 1_000, count: 1 });
  desk.save(folder, 'Brief.txt', 'version 2');
  await expect.poll(() => desk.states(second).at(-1), { ...eventually, interval: 2 }).toBe('sending');
  await expect.poll(() => second.pipeline.isUnderWay(another), eventually).toBe(true);
  await expect.poll(() => announced(second), { ...eventually, interval: 2 }).toBe(true);
  const end = desk.service.faults.add({ route: '/history$/', kind: 'status', status: 500, count: 'always' });
  await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'sent']);
  await afterAll(desk, first);
  end();
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  await expect.poll(() => desk.states(first), eventually).toEqual(['filed', 'filed']);
  expect(texts(desk, 'Brief.txt', another)).toEqual(['version 1', 'version 2']);
}, 90_000);

test('promise 4: what the person kept unfiled is kept unfiled once its folder is handed over, and never called filed', async () => {
  await using desk = await openSharedDesk();
  const { first, second, folder, another } = await saidNo(desk);
  second.pipeline.pause(true);
  desk.save(folder, 'Brief.txt', 'not for the firm');
  desk.save(folder, 'Own notes.txt', 'not for the firm either');
  await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'waiting', 'waiting']);
  for (const save of second.stores.saves.open(another)) {
    second.stores.outbox.needsPerson(save.id, writeProblem(ofUnknownDescent(save.name)));
    second.stores.outbox.keepUnfiled(save.id);
  }
  second.pipeline.pause(false);
  await afterAll(desk, first);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  const { documents } = documentRows(first.stores, another, () => null);
  const states = documents.flatMap(({ name, state, onDisk }) => (onDisk ? `${name}: ${state}` : []));
  expect(new Set(states)).toEqual(new Set(['Brief.txt: kept', 'Own notes.txt: kept']));
  expect(second.stores.links.all()).toEqual([]);
  const newest = versionList(
    first.stores,
    another,
    first.stores.links.file(another, 'Brief.txt')?.fileId as FileId,
  );
  expect(newest[0]).toMatchObject({ state: 'kept' });
}, 90_000);

/** Every kept copy of a workspace becomes something else, as on a bad disk. */
function spoilKept({ directory }: SharedDesk['workspace']): void {
  const packs = join(directory, 'vault', 'packs');
  for (const name of readdirSync(packs))
    writeFileSync(join(packs, name), Buffer.alloc(statSync(join(packs, name)).size, 1));
}

test.each(['readable', 'not readable just then'] as const)(
  'promises 1 and 4: saves whose kept copies are damaged when their folder is handed over are filed from the documents in it, %s',
  async (how) => {
    const isOf = { folder: '', unreadable: false };
    await using desk = await openSharedDesk((ports) => ({
      ...ports,
      files: {
        ...ports.files,
        readSmall: async (...args) => {
          if (isOf.unreadable && args[0].startsWith(`${isOf.folder}/`))
            throw Object.assign(new Error('busy'), { code: 'EBUSY' });
          return ports.files.readSmall(...args);
        },
      },
    }));
    const { first, second, folder, another } = await saidNo(desk);
    second.pipeline.pause(true);
    desk.save(folder, 'Brief.txt', 'version 2 of the brief');
    desk.save(folder, 'New.txt', 'a new document');
    await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'waiting', 'waiting']);
    spoilKept(second);
    isOf.folder = folder;
    isOf.unreadable = how !== 'readable';
    await afterAll(desk, first);
    await expect.poll(() => foldersOf(first), patient).toContain(folder);
    isOf.unreadable = false;
    await expect
      .poll(() => texts(desk, 'Brief.txt', another), patient)
      .toEqual(['version 1', 'version 2 of the brief']);
    await expect.poll(() => texts(desk, 'New.txt', another), patient).toEqual(['a new document']);
  },
  90_000,
);

test('promise 1: what is saved again under a former name while the folder is handed over leaves nothing behind', async () => {
  const gate = { isOn: false, copying: Promise.withResolvers<void>(), goes: Promise.withResolvers<void>() };
  await using desk = await openSharedDesk((ports) => ({
    ...ports,
    files: {
      ...ports.files,
      async writeNew(path, chunks) {
        if (gate.isOn && path.includes('unfinished')) {
          gate.copying.resolve();
          await gate.goes.promise;
        }
        return ports.files.writeNew(path, chunks);
      },
    },
  }));
  const { first, second, folder, another } = await saidNo(desk);
  const fileId = second.stores.links.file(another, 'Brief.txt')?.fileId as FileId;
  desk.save(folder, '.~lock.Brief.txt#', 'Ann');
  expect(await second.renamer.rename({ matterId: another, fileId, name: 'Final.txt' })).toMatchObject({
    ok: true,
  });
  await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'filed']);
  second.pipeline.pause(true);
  desk.save(folder, 'Final.txt', 'version 2');
  await expect.poll(() => desk.states(second).at(-1), eventually).toBe('waiting');
  desk.save(folder, 'Brief.txt', 'version 3');
  const saved = () => second.stores.formerNames.allSaved();
  await expect.poll(saved, eventually).toHaveLength(1);
  const [third] = saved();
  gate.isOn = true;
  await afterAll(desk, first);
  await gate.copying.promise;
  desk.save(folder, 'Brief.txt', 'version 4');
  await expect.poll(() => saved()[0]?.sha256, patient).not.toBe(third?.sha256);
  gate.goes.resolve();
  await expect
    .poll(() => texts(desk, 'Final.txt', another), patient)
    .toEqual(['version 1', 'version 2', 'version 3', 'version 4']);
  expect(desk.states(second)).not.toContain('waiting');
}, 90_000);

test('promise 1: a folder whose matter is linked to another one while its contents are copied stays where it is, watched', async () => {
  const gate = { isOn: false, copying: Promise.withResolvers<void>(), goes: Promise.withResolvers<void>() };
  await using desk = await openSharedDesk((ports) => ({
    ...ports,
    files: {
      ...ports.files,
      async writeNew(path, chunks) {
        if (gate.isOn && path.includes('unfinished')) {
          gate.copying.resolve();
          await gate.goes.promise;
        }
        return ports.files.writeNew(path, chunks);
      },
    },
  }));
  const { first, second, folder, another } = await saidNo(desk);
  second.pipeline.pause(true);
  desk.save(folder, 'Brief.txt', 'version 2 of the brief');
  await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'waiting']);
  gate.isOn = true;
  await afterAll(desk, first);
  await gate.copying.promise;
  const third = join(desk.directory, 'third folder');
  mkdirSync(third);
  expect(await first.linker.link(another, third)).toMatchObject({ ok: true });
  gate.goes.resolve();
  desk.save(folder, 'Later.txt', 'saved meanwhile');
  const later = () => second.stores.links.file(another, 'Later.txt')?.fileId;
  await expect.poll(later, patient).toBeDefined();
  expect(foldersOf(first)).not.toContain(folder);
  expect(first.stores.links.file(another, 'Brief.txt')).toBeUndefined();
  expect(foldersOf(second)).toEqual([folder]);
  await first.unlink(another);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  await expect.poll(() => texts(desk, 'Later.txt', another), patient).toEqual(['saved meanwhile']);
}, 90_000);

test('promise 3: what a program writes into a document that a restored version replaced comes along with the folder', async () => {
  // The system does not tell that a program has it open.
  await using desk = await openSharedDesk((ports) => ({
    ...ports,
    files: { ...ports.files, isOpen: async () => false },
  }));
  const { first, second, folder, another } = await saidNo(desk);
  desk.save(folder, 'Brief.txt', 'version 2');
  await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'filed']);
  const fileId = second.stores.links.file(another, 'Brief.txt')?.fileId as FileId;
  const [, older] = versionList(second.stores, another, fileId);
  const program = openSync(join(folder, 'Brief.txt'), 'r+');
  const restored = await second.restorer.restore(another, fileId, older?.id ?? '');
  expect(restored).toMatchObject({ ok: true });
  await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'filed', 'filed']);
  await afterAll(desk, first);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  expect(second.stores.replacedFiles.all()).toEqual([]);
  writeSync(program, 'late, by a program', 0);
  closeSync(program);
  const asked = () => first.stores.saves.problems().map(({ fileId: of, state }) => ({ of, state }));
  await expect.poll(asked, patient).toEqual([{ of: fileId, state: 'problem' }]);
}, 90_000);

test('what is kept here, and what was fetched, comes along with the folder, and is followed', async () => {
  await using desk = await openSharedDesk(undefined, { variants: beyondTheSpecification });
  const { first, second, folder, another } = await saidNo(desk);
  const { signal } = new AbortController();
  const historyRead = (workspace: SharedDesk['workspace']) =>
    workspace.reader.read(another, null, { priority: 'view', signal });
  const fileId = desk.service.colleague.createFile(another, 'Theirs.docx', 'first', null) as FileId;
  await historyRead(second);
  second.keeping.keep(another, { kind: 'document', id: fileId }, true);
  const isHere = () => second.stores.links.fileOfDocument(another, fileId)?.removed;
  await expect.poll(isHere, eventually).toBe(false);
  await afterAll(desk, first);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  expect(first.stores.keptHere.of(another).documents).toEqual(new Map([[fileId, true]]));
  expect(second.stores.keptHere.of(another).documents.size).toBe(0);
  desk.service.colleague.addVersion(fileId, 'second');
  await historyRead(first);
  await expect.poll(() => readFileSync(join(folder, 'Theirs.docx'), 'utf8'), patient).toBe('second');
}, 90_000);

/** What a program saved under the former name of the brief waits in the second workspace, and its file is gone. */
async function goneUnderFormerName(desk: SharedDesk, beforeItGoes = () => {}) {
  const { first, second, folder, another } = await saidNo(desk);
  const fileId = second.stores.links.file(another, 'Brief.txt')?.fileId as FileId;
  desk.save(folder, '.~lock.Brief.txt#', 'Ann');
  expect(await second.renamer.rename({ matterId: another, fileId, name: 'Final.txt' })).toMatchObject({
    ok: true,
  });
  await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'filed']);
  second.pipeline.pause(true);
  desk.save(folder, 'Final.txt', 'version 2');
  await expect.poll(() => desk.states(second).at(-1), eventually).toBe('waiting');
  desk.save(folder, 'Brief.txt', 'version 3');
  await expect.poll(() => second.stores.formerNames.allSaved(), eventually).toHaveLength(1);
  beforeItGoes();
  rmSync(join(folder, 'Brief.txt'));
  await afterAll(desk, first);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  expect(second.stores.formerNames.allSaved()).toEqual([]);
  expect(second.stores.formerNames.all()).toEqual([]);
  return { folder, another };
}

const allVersions = ['version 1', 'version 2', 'version 3'];

test('promise 1: what a program saved under a document’s former name, and is gone there, is filed once the folder is handed over', async () => {
  await using desk = await openSharedDesk();
  const { another } = await goneUnderFormerName(desk);
  await expect.poll(() => texts(desk, 'Final.txt', another), patient).toEqual(allVersions);
  expect(texts(desk, 'Brief.txt', another)).toEqual([]);
}, 90_000);

test('promise 1: what a program saved under a document’s former name, and waits there, is handed over with the folder', async () => {
  const look = { isSlow: false, goes: Promise.withResolvers<void>() };
  await using desk = await openSharedDesk((ports) => ({
    ...ports,
    files: {
      ...ports.files,
      async facts(path) {
        if (look.isSlow && basename(path) === 'Brief.txt') await look.goes.promise;
        return ports.files.facts(path);
      },
    },
  }));
  const { folder, another } = await goneUnderFormerName(desk, () => {
    look.isSlow = true;
  });
  await expect.poll(() => texts(desk, 'Final.txt', another), patient).toEqual(['version 1', 'version 2']);
  // It is found gone when everything else is filed already.
  await desk.restart();
  desk.save(folder, 'Later.txt', 'saved later');
  await expect.poll(() => texts(desk, 'Later.txt', another), patient).toEqual(['saved later']);
  await expect
    .poll(() => desk.states().every((state) => state === 'filed' || state === 'kept'), patient)
    .toBe(true);
  look.goes.resolve();
  await expect.poll(() => texts(desk, 'Final.txt', another), patient).toEqual(allVersions);
  expect(texts(desk, 'Brief.txt', another)).toEqual([]);
}, 90_000);

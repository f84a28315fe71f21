import { readFileSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { versionList } from '../../../../main/engine/view/version-list.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { beyondTheSpecification } from '../../../service/index.ts';
import { eventually, sha256 } from '../../../support/workplace.ts';
import { afterAll, foldersOf, patient, saidNo, texts } from './after-all.ts';
import { openSharedDesk, type SharedDesk } from './office.ts';

/** What the program puts into a folder under these names cannot be looked at, and so is not known there, until `goes`. */
function unseen(names: readonly string[]) {
  const state = { isPut: false, goes: false };
  const between = (ports: EnginePorts): EnginePorts => ({
    ...ports,
    files: {
      ...ports.files,
      async facts(path) {
        if (state.isPut && !state.goes && names.includes(basename(path)))
          throw Object.assign(new Error('busy'), { code: 'EBUSY' });
        return ports.files.facts(path);
      },
      async moveNew(from, to) {
        await ports.files.moveNew(from, to);
        if (names.includes(basename(to))) state.isPut = true;
      },
      async replaceExact(...given) {
        const isPut = await ports.files.replaceExact(...given);
        if (isPut && names.includes(basename(given[1]))) state.isPut = true;
        return isPut;
      },
    },
  });
  return { state, between };
}

const listening = { signal: new AbortController().signal, onProgress: () => {} };
const kindsIn = ({ stores: { custody } }: SharedDesk['workspace']) =>
  [...custody.pages(1, custody.last)].flat().map(({ kind }) => kind);

test('promise 4: a document that was fetched into a folder, and not looked at before that is handed over, is known for what it is', async () => {
  const { state, between } = unseen(['Theirs.txt']);
  await using desk = await openSharedDesk(between, { variants: beyondTheSpecification });
  const { first, second, folder, another } = await saidNo(desk);
  const fileId = desk.service.colleague.createFile(another, 'Theirs.txt', 'theirs', null) as FileId;
  await second.reader.read(another, null, { priority: 'view', signal: listening.signal });
  await expect.poll(() => second.watches.isCompared(another), eventually).toBe(true);
  const fetched = await second.intoFolder.fetch({ matterId: another, fileId }, listening);
  expect(fetched).toMatchObject({ ok: true, value: { path: join(folder, 'Theirs.txt') } });
  await afterAll(desk, first);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  state.goes = true;
  const here = () => first.stores.links.file(another, 'Theirs.txt');
  await expect.poll(here, patient).toMatchObject({ fileId, removed: false, sha256: sha256('theirs') });
  expect(first.stores.saves.versionsOf(another, fileId)).toEqual([]);
  // What is saved into it descends from it.
  desk.save(folder, 'Theirs.txt', 'ours');
  await expect.poll(() => texts(desk, 'Theirs.txt', another).at(-1), patient).toBe('ours');
  expect(first.stores.saves.problems()).toEqual([]);
  expect(second.stores.incomingFiles.ofMatter(another)).toEqual([]);
}, 90_000);

test('promise 7: a colleague’s version that took its place in a folder, and was not looked at before that is handed over, is what the next save descends from', async () => {
  const { state, between } = unseen(['Brief.txt']);
  await using desk = await openSharedDesk(between, { variants: beyondTheSpecification });
  const { first, second, folder, another } = await saidNo(desk);
  const fileId = second.stores.links.file(another, 'Brief.txt')?.fileId as FileId;
  desk.service.colleague.addVersion(fileId, 'theirs');
  await second.reader.read(another, null, { priority: 'view', signal: listening.signal });
  const followed = await second.intoFolder.follow({ matterId: another, fileId }, listening);
  expect(followed).toEqual({ ok: true, value: 'replaced' });
  await afterAll(desk, first);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  state.goes = true;
  const known = () => first.stores.links.file(another, 'Brief.txt')?.sha256;
  await expect.poll(known, patient).toBe(sha256('theirs'));
  expect(readFileSync(join(folder, 'Brief.txt'), 'utf8')).toBe('theirs');
  expect(first.stores.saves.versionsOf(another, fileId)).toEqual([]);
  desk.save(folder, 'Brief.txt', 'on top of theirs');
  await expect.poll(() => texts(desk, 'Brief.txt', another).at(-1), patient).toBe('on top of theirs');
  expect(first.stores.saves.problems()).toEqual([]);
}, 90_000);

test('a version that was put back, and got another name before its folder is handed over, is a version of its document', async () => {
  const { state, between } = unseen(['Brief.txt', 'Final.txt']);
  await using desk = await openSharedDesk(between);
  const { first, second, folder, another } = await saidNo(desk);
  desk.save(folder, 'Brief.txt', 'version 2');
  await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'filed']);
  const fileId = second.stores.links.file(another, 'Brief.txt')?.fileId as FileId;
  const [, older] = versionList(second.stores, another, fileId);
  const restored = await second.restorer.restore(another, fileId, older?.id ?? '');
  expect(restored).toMatchObject({ ok: true, value: 'restored' });
  renameSync(join(folder, 'Brief.txt'), join(folder, 'Final.txt'));
  await afterAll(desk, first);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  state.goes = true;
  await expect
    .poll(() => texts(desk, 'Final.txt', another), patient)
    .toEqual(['version 1', 'version 2', 'version 1']);
  expect(first.stores.links.file(another, 'Final.txt')).toMatchObject({ fileId });
  expect(second.stores.restoredFiles.ofMatter(another)).toEqual([]);
}, 90_000);

test('promise 2: a folder is not handed over while a version is put back into it, and the log that has the version tells of it', async () => {
  const put = { isOn: false, isPut: Promise.withResolvers<void>(), goes: Promise.withResolvers<void>() };
  await using desk = await openSharedDesk((ports) => ({
    ...ports,
    files: {
      ...ports.files,
      async moveNew(from, to) {
        await ports.files.moveNew(from, to);
        if (!put.isOn) return;
        put.isPut.resolve();
        await put.goes.promise;
      },
    },
  }));
  const { first, second, folder, another } = await saidNo(desk);
  const fileId = second.stores.links.file(another, 'Brief.txt')?.fileId as FileId;
  renameSync(join(folder, 'Brief.txt'), `${folder}-removed`);
  await expect.poll(() => second.stores.links.file(another, 'Brief.txt')?.removed, eventually).toBe(true);
  const [newest] = versionList(second.stores, another, fileId);
  put.isOn = true;
  const restored = second.restorer.restore(another, fileId, newest?.id ?? '');
  await put.isPut.promise;
  const asked = vi.spyOn(second.restorer, 'isPutting');
  await afterAll(desk, first);
  await expect.poll(() => asked.mock.results.at(-1), patient).toMatchObject({ value: true });
  expect(foldersOf(first)).not.toContain(folder);
  put.goes.resolve();
  expect(await restored).toMatchObject({ ok: true, value: 'restored' });
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  expect(kindsIn(second)).toContain('restored');
}, 90_000);

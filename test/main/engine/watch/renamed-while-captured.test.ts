import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { FileId } from '../../../../shared/model/index.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, openDesk } from '../saving/desk.ts';

test('a save that is being captured while its document gets the name of one removed before is no new document', async () => {
  let place: Workplace | null = null;
  let armed: (() => Promise<void>) | null = null;
  const desk = await openDesk({
    ports: (ports) => ({
      ...ports,
      files: {
        ...ports.files,
        async facts(path) {
          const facts = await ports.files.facts(path);
          if (
            armed &&
            path === place?.folder &&
            place.workspace.stores.contents.isListed(sha256('version 2'))
          ) {
            const work = armed;
            armed = null;
            await work();
          }
          return facts;
        },
      },
    }),
  });
  place = desk;
  await using _ = desk;
  const { workspace, matterId, folder } = desk;
  const { links } = workspace.stores;
  writeFileSync(join(folder, 'Final.docx'), 'an old final');
  writeFileSync(join(folder, 'Draft.docx'), 'version 1');
  await desk.allFiled(2);
  rmSync(join(folder, 'Final.docx'));
  await expect.poll(() => links.file(matterId, 'Final.docx')?.removed, eventually).toBe(true);
  const fileId = links.file(matterId, 'Draft.docx')?.fileId as FileId;
  armed = async () => {
    expect(await workspace.renamer.rename({ matterId, fileId, name: 'Final.docx' })).toMatchObject({
      ok: true,
    });
  };
  writeFileSync(join(folder, 'Draft.docx'), 'version 2');
  await expect.poll(() => armed, eventually).toBeNull();
  await desk.allFiled(4);
  const all = desk.service.filesOf(matterId).filter(({ fileName }) => /^(Draft|Final)/.test(fileName));
  expect(all.map(({ fileName }) => fileName).toSorted()).toEqual(['Final.docx', 'Final.docx']);
  expect(filedAs(desk, 'Draft.docx')).toEqual([]);
});

test.each(['is being read', 'waits to be registered'] as const)(
  'a save that %s while its document gets another name, and is saved again at once, is a version of it',
  async (when) => {
    const watched = { folder: '', read: async () => {} };
    const desk = await openDesk({
      ports: (ports) => ({
        ...ports,
        files: {
          ...ports.files,
          async sync(path) {
            await ports.files.sync(path);
            // Commits that take long are gathered for as long.
            if (when === 'waits to be registered' && path.endsWith('-wal'))
              await new Promise((resolve) => setTimeout(resolve, 500));
          },
          async facts(path) {
            const facts = await ports.files.facts(path);
            if (path === watched.folder) await watched.read();
            return facts;
          },
        },
      }),
    });
    await using _ = desk;
    const { workspace, matterId, folder } = desk;
    const { links, contents } = workspace.stores;
    const isCaptured = (text: string) => contents.isListed(sha256(text));
    const renaming = Promise.withResolvers<boolean>();
    let isBegun = false;
    const rename = async () => {
      if (isBegun || !isCaptured('version 2')) return;
      isBegun = true;
      const { ok } = await workspace.renamer.rename({ matterId, fileId, name: 'Final.docx' });
      writeFileSync(join(folder, 'Final.docx'), 'version 3');
      renaming.resolve(ok);
    };
    writeFileSync(join(folder, 'Draft.docx'), 'version 1');
    writeFileSync(join(folder, 'Other.docx'), 'another');
    await desk.allFiled(2);
    const fileId = links.file(matterId, 'Draft.docx')?.fileId as FileId;
    if (when === 'is being read') {
      Object.assign(watched, { folder, read: rename });
      writeFileSync(join(folder, 'Draft.docx'), 'version 2');
    } else {
      writeFileSync(join(folder, 'Other.docx'), 'changed');
      await vi.waitUntil(() => isCaptured('changed'), { timeout: 30_000, interval: 5 });
      writeFileSync(join(folder, 'Draft.docx'), 'version 2');
      await vi.waitUntil(() => isCaptured('version 2'), { timeout: 30_000, interval: 2 });
      await rename();
    }
    expect(await renaming.promise).toBe(true);
    await expect
      .poll(() => filedAs(desk, 'Final.docx').map(({ versions }) => versions), eventually)
      .toEqual([['version 1', 'version 2', 'version 3'].map(sha256)]);
    expect(filedAs(desk, 'Draft.docx')).toEqual([]);
  },
  60_000,
);

test.each(['Final.docx', 'Letters/Draft.docx'])(
  'a new document that becomes %s while it waits to be registered is one document',
  async (name) => {
    const desk = await openDesk({
      ports: (ports) => ({
        ...ports,
        files: {
          ...ports.files,
          async sync(path) {
            await ports.files.sync(path);
            // Commits that take long are gathered for as long.
            if (path.endsWith('-wal')) await new Promise((resolve) => setTimeout(resolve, 500));
          },
        },
      }),
    });
    await using _ = desk;
    const { workspace, folder } = desk;
    const isCaptured = (text: string) => workspace.stores.contents.isListed(sha256(text));
    const captured = (text: string) => vi.waitUntil(() => isCaptured(text), { timeout: 30_000, interval: 2 });
    mkdirSync(join(folder, 'Letters'));
    writeFileSync(join(folder, 'Other.docx'), 'another');
    await desk.allFiled(1);
    writeFileSync(join(folder, 'Other.docx'), 'changed');
    await captured('changed');
    writeFileSync(join(folder, 'Draft.docx'), 'version 1');
    await captured('version 1');
    renameSync(join(folder, 'Draft.docx'), join(folder, name));
    await expect.poll(() => filedAs(desk, basename(name)), eventually).not.toEqual([]);
    await calm(desk);
    const letters = desk.service
      .filesOf(desk.matterId)
      .filter(({ fileName }) => /^(Draft|Final)/.test(fileName));
    expect(letters.map(({ fileName }) => fileName)).toEqual([basename(name)]);
    expect(filedAs(desk, basename(name))[0]?.versions).toEqual([sha256('version 1')]);
    const known = workspace.stores.links.files(desk.matterId).map(({ path }) => path);
    expect(known.filter((path) => /Draft|Final/.test(path))).toEqual([name]);
  },
  60_000,
);

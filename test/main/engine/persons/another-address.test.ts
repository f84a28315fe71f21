import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { whatIsLeft } from '../../../../main/connection/changing.ts';
import { workspaceName } from '../../../../main/engine/compose.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk } from './office.ts';

test('what is unsent and which folders are linked is known before the service address changes, and folders are taken along only once everything is filed', async () => {
  await using desk = await openSharedDesk();
  await desk.signIn(0);
  const folder = await desk.link('annas folder');
  desk.workspace.pipeline.pause(true);
  desk.save(folder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['waiting']);
  await expect.poll(() => desk.engine.keptHere().unsent, eventually).toBe(1);
  expect(whatIsLeft(desk.engine.keptHere())).toBe(
    `For the address in use there is still 1 save not sent yet; 1 linked folder: ${folder}.`,
  );
  const to = desk.service.baseUrl.replace('127.0.0.1', 'localhost');
  expect(await desk.engine.takeLinks(to)).toMatchObject({ ok: false, error: { code: 'connection-in-use' } });
  expect(desk.workspace.stores.links.all()).toHaveLength(1);

  desk.workspace.pipeline.pause(false);
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  await expect.poll(() => desk.engine.keptHere().unsent, eventually).toBe(0);
  expect(await desk.engine.takeLinks(to)).toMatchObject({ ok: true });
  expect(desk.workspace.stores.links.all()).toEqual([]);
  await desk.restart();
  await desk.engine.configure({
    connection: { baseUrl: to, apiKey: desk.service.apiKey },
    signedIn: true,
    signIn: { id: 'sign-in-1', subjects: [] },
    rootFolder: null,
  });
  await expect
    .poll(() => desk.workspace.stores.links.all().map(({ path }) => path), eventually)
    .toEqual([folder]);
  await expect.poll(() => desk.engine.person.value, eventually).toMatchObject({ state: 'known', toLink: [] });
  desk.save(folder, 'Note.txt', 'at the new address');
  await expect
    .poll(() => desk.filed('Note.txt'), eventually)
    .toEqual([{ by: desk.idOf(0), text: 'at the new address' }]);
}, 60_000);

test('a document that is being written while its folder is taken along: the folder is linked at one address alone, and the document is filed there', async () => {
  const writing = { into: '', timer: undefined as NodeJS.Timeout | undefined };
  const isNoticed = () => desk.workspace.watches.unread > 0;
  await using desk = await openSharedDesk((ports) => ({
    ...ports,
    files: {
      ...ports.files,
      // Begun once it was seen that nothing is unsent, and not over when the folder is unlinked.
      async readSmall(path, most) {
        if (path.endsWith('links-to-take.json') && writing.into !== '' && !writing.timer) {
          writing.timer = setInterval(() => appendFileSync(writing.into, 'one more page\n'), 50);
          await vi.waitUntil(isNoticed, eventually);
        }
        return ports.files.readSmall(path, most);
      },
    },
  }));
  await desk.signIn(0, { tells: true });
  const folder = await desk.link('annas folder');
  const to = desk.service.baseUrl.replace('127.0.0.1', 'localhost');
  writing.into = join(folder, 'Scan.txt');
  expect(await desk.engine.takeLinks(to)).toMatchObject({ ok: true });
  clearInterval(writing.timer);
  expect(desk.workspace.stores.links.all()).toEqual([]);
  await desk.signIn(0, { tells: true, at: to });
  await expect
    .poll(() => desk.workspace.stores.links.all().map(({ path }) => path), eventually)
    .toEqual([folder]);
  const whole = createHash('sha256').update(readFileSync(writing.into)).digest('hex');
  await expect.poll(() => desk.filed('Scan.txt').at(-1)?.text, eventually).toBe(whole);
}, 60_000);

test('a damaged list of folders to take along keeps nobody from their workspace: it is set aside, and they are told', async () => {
  await using desk = await openSharedDesk();
  await desk.signIn(0, { tells: true });
  const folder = await desk.link('annas folder');
  const list = join(desk.engineDirectory, `${workspaceName(desk.service.baseUrl)}.links-to-take.json`);
  for (const damaged of ['', '[{"matterId":1}]']) {
    writeFileSync(list, damaged);
    await desk.restart();
    expect(desk.workspace.stores.links.all().map(({ path }) => path)).toEqual([folder]);
    expect(desk.engine.person.value).toMatchObject({
      mistaken: { what: expect.stringContaining('is damaged') },
    });
  }
  const aside = readdirSync(desk.engineDirectory).filter((name) => name.endsWith('.damaged'));
  expect(aside).toHaveLength(2);
}, 60_000);

test('a name that somebody says is theirs links no folder that came along: they are shown them, and say so', async () => {
  const elsewhere: { folders: readonly string[] | null } = { folders: null };
  await using desk = await openSharedDesk((ports) => ({
    ...ports,
    foldersElsewhere: async () => elsewhere.folders,
  }));
  const to = desk.service.baseUrl.replace('127.0.0.1', 'localhost');
  const called = (index: number) => ({
    id: desk.idOf(index),
    name: desk.workspace.stores.matters.staffNames().get(desk.idOf(index)) ?? '',
  });
  const links = () => desk.workspace.stores.links.all().map(({ path }) => path);
  const person = () => desk.engine.person.value;
  await desk.signIn(0);
  await expect.poll(() => desk.workspace.stores.matters.staffNames().size, eventually).toBeGreaterThan(2);
  await desk.engine.isStaff(called(0));
  const folder = await desk.link('annas folder');
  expect(await desk.engine.takeLinks(to)).toMatchObject({ ok: true });

  await desk.signIn(2, { at: to });
  await expect.poll(() => desk.workspace.stores.matters.staffNames().size, eventually).toBeGreaterThan(2);
  // On the way through the list of names, or by mistake.
  await desk.engine.isStaff(called(0));
  expect(person()).toMatchObject({ staff: called(0), toLink: [folder], toLinkLater: [] });
  expect(links()).toEqual([]);
  await desk.engine.isStaff(called(2));
  expect(links()).toEqual([]);

  await desk.engine.areMine([folder]);
  // Another profile cannot say whether it is one of its own.
  expect(person()).toMatchObject({ toLink: [], toLinkLater: [folder] });
  expect(links()).toEqual([]);
  elsewhere.folders = [folder];
  await desk.engine.isStaff(called(0));
  await new Promise((resolve) => setImmediate(resolve));
  expect(links()).toEqual([]);
  elsewhere.folders = [];
  await desk.engine.isStaff(called(2));
  await expect.poll(links, eventually).toEqual([folder]);
  await expect.poll(person, eventually).toMatchObject({ toLink: [], toLinkLater: [] });
}, 60_000);

test('folders that Ann takes along to another address are linked for her there, and not for Ben, who signs in first', async () => {
  await using desk = await openSharedDesk();
  const [annsMatter, bensMatter] = desk.service.matterIds() as [MatterId, MatterId];
  const from = desk.service.baseUrl;
  const to = from.replace('127.0.0.1', 'localhost');
  // There, both matters are known to him already.
  await desk.signIn(2, { tells: true, at: to });
  for (const of of [annsMatter, bensMatter])
    await expect.poll(() => desk.workspace.stores.matters.get(of), eventually).toBeDefined();
  await desk.signIn(0, { tells: true, at: from });
  const annsFolder = await desk.link('annas folder', annsMatter);
  expect(await desk.engine.takeLinks(to)).toMatchObject({ ok: true });
  await desk.signIn(2, { tells: true });
  const bensFolder = await desk.link('bens folder', bensMatter);
  expect(await desk.engine.takeLinks(to)).toMatchObject({ ok: true });

  const links = () => desk.workspace.stores.links.all().map(({ path }) => path);
  await desk.signIn(2, { tells: true, at: to });
  // Hers come before his in the list: once his is linked, hers were looked at.
  await expect.poll(links, eventually).toContain(bensFolder);
  expect(links()).toEqual([bensFolder]);
  await expect.poll(() => desk.engine.person.value, eventually).toMatchObject({ state: 'known', toLink: [] });
  await desk.signIn(0, { tells: true, at: to });
  await expect.poll(links, eventually).toEqual([annsFolder]);
}, 60_000);

test('folders that were to be taken along to another address are linked here again where the program ends before the address is changed', async () => {
  await using desk = await openSharedDesk();
  await desk.signIn(0);
  const folder = await desk.link('annas folder');
  desk.save(folder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const to = desk.service.baseUrl.replace('127.0.0.1', 'localhost');
  expect(await desk.engine.takeLinks(to)).toMatchObject({ ok: true });
  await desk.restart();
  expect(desk.workspace.stores.links.all().map(({ path }) => path)).toEqual([folder]);
  desk.save(folder, 'Letter.txt', 'changed afterwards');
  await expect
    .poll(() => desk.filed('Letter.txt').map(({ text }) => text), eventually)
    .toEqual(['of Ann', 'changed afterwards']);
  // Unlinked by hand, it stays so.
  expect(await desk.workspace.unlink(desk.matterId)).toMatchObject({ unlinked: true });
  await desk.restart();
  expect(desk.workspace.stores.links.all()).toEqual([]);
}, 60_000);

test('folders that wait at an address that was mistyped are told of before it is changed again, and come along to the next one', async () => {
  await using desk = await openSharedDesk();
  await desk.signIn(0, { tells: true });
  const folder = await desk.link('annas folder');
  const { apiKey, baseUrl } = desk.service;
  const mistyped = 'http://127.0.0.1:1/practice';
  expect(await desk.engine.takeLinks(mistyped)).toMatchObject({ ok: true });
  await desk.engine.configure({
    connection: { baseUrl: mistyped, apiKey },
    ...{ signedIn: false, signIn: null, rootFolder: null },
  });
  expect(whatIsLeft(desk.engine.keptHere())).toContain(folder);
  const to = baseUrl.replace('127.0.0.1', 'localhost');
  expect(await desk.engine.takeLinks(to)).toMatchObject({ ok: true });
  await desk.signIn(0, { tells: true, at: to });
  await expect
    .poll(() => desk.workspace.stores.links.all().map(({ path }) => path), eventually)
    .toEqual([folder]);
  // Unlinked by hand, it stays so, wherever it came through.
  expect(await desk.workspace.unlink(desk.matterId)).toMatchObject({ unlinked: true });
  await desk.signIn(0, { tells: true, at: baseUrl });
  expect(desk.workspace.stores.links.all()).toEqual([]);
}, 60_000);

test('a disk that does not take all of it takes no folder along: all of them are still linked here, and nowhere else', async () => {
  await using desk = await openSharedDesk();
  const [, another] = desk.service.matterIds() as [MatterId, MatterId];
  await desk.signIn(0);
  const folders = [await desk.link('folder one'), await desk.link('folder two', another)];
  const { links } = desk.workspace.stores;
  const unlink = links.unlink.bind(links);
  const disk = { taken: 0 };
  links.unlink = (...args) => {
    disk.taken += 1;
    if (disk.taken === 2) throw Object.assign(new Error('the disk is full'), { code: 'SQLITE_FULL' });
    unlink(...args);
  };
  const to = desk.service.baseUrl.replace('127.0.0.1', 'localhost');
  await expect(desk.engine.takeLinks(to)).rejects.toThrow('the disk is full');
  expect(new Set(links.all().map(({ path }) => path))).toEqual(new Set(folders));
  await desk.signIn(0, { at: to });
  expect(desk.engine.person.value).toMatchObject({ toLink: [], toLinkLater: [] });
}, 60_000);

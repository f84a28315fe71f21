import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import { whatIsLeft } from '../../../../main/connection/changing.ts';
import { engineRouter } from '../../../../main/engine/router.ts';
import { unfiledOf } from '../../../../main/engine/sign-out/unfiled.ts';
import { eventually, sha256 } from '../../../support/workplace.ts';
import { fullDisk } from './failing-ports.ts';
import { openSharedDesk } from './office.ts';

const [ann, ben] = [0, 2];

test('what is saved in Ann’s folder while Ben is signed in, and there is no room to open her workspace, waits for her review and is not said to be hers', async () => {
  const { disk, ports } = fullDisk();
  await using desk = await openSharedDesk(ports);
  await desk.signIn(ann, { tells: true });
  const folder = await desk.link('annas folder');
  desk.save(folder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const { directory } = desk.workspace;
  await desk.signOut();
  await desk.signIn(ben, { tells: true });
  disk.of = directory;
  await desk.restart();
  desk.save(folder, 'Letter.txt', 'changed while Ben was signed in');
  await expect.poll(() => desk.capturedMeanwhile(directory), eventually).toEqual(['Letter.txt']);
  disk.of = '';
  const anns = () => desk.engine.workspaces.find((one) => one.directory === directory);
  await expect.poll(() => anns() && desk.states(anns()), eventually).toEqual(['filed', 'waiting']);
  const captured = anns()
    ?.stores.database.prepare(
      `SELECT detail, person FROM custody WHERE kind = 'captured' ORDER BY seq DESC LIMIT 1`,
    )
    .get();
  expect(captured).toEqual({ detail: 'another-person-signed-in', person: null });
  await desk.signOut();
  await desk.signIn(ann, { tells: true });
  expect(desk.workspace.stores.outbox.toReview().count).toBe(1);
  expect(desk.states()).toEqual(['filed', 'waiting']);
  expect(desk.filed('Letter.txt')).toEqual([{ by: desk.idOf(ann), text: 'of Ann' }]);
}, 60_000);

test('while Ann’s workspace cannot be opened Ben can link no folder and save no copy, so that hers is never filed in two names', async () => {
  const { disk, ports } = fullDisk();
  await using desk = await openSharedDesk(ports);
  await desk.signIn(ann, { tells: true });
  const folder = await desk.link('annas folder');
  const { directory } = desk.workspace;
  await desk.signOut();
  await desk.signIn(ben, { tells: true });
  await expect.poll(() => desk.workspace.stores.matters.get(desk.matterId), eventually).toBeDefined();
  disk.of = directory;
  await desk.restart();
  const { folders, documents } = createRouterClient(engineRouter(desk.engine, () => {}));
  const link = () => folders.link({ matterId: desk.matterId, path: folder });
  await expect(link()).rejects.toMatchObject({ data: { what: 'No folder can be linked just now' } });
  await expect(folders.all()).rejects.toMatchObject({ code: 'REFUSED' });
  const copy = await desk.workspace.viewCopies.begin();
  const from = await copy.keep('a'.repeat(24), sha256(''), 'Draft.docx');
  const save = () => documents.saveFetched({ from, to: join(folder, 'Draft.docx') });
  await expect(save()).rejects.toMatchObject({ data: { what: '“Draft.docx” was not saved there' } });
  disk.of = '';
  await expect.poll(() => desk.engine.blockedBy, eventually).toBeNull();
  await expect(save()).rejects.toMatchObject({
    data: { why: expect.stringContaining('belongs to a matter') },
  });
  expect(existsSync(join(folder, 'Draft.docx'))).toBe(false);
  await expect(link()).rejects.toMatchObject({ data: { why: expect.stringContaining('Someone else') } });
}, 60_000);

test('of a workspace that cannot be opened it is said that what waits in it is not known, to whoever is asked who they are and before the address changes', async () => {
  const { disk, ports } = fullDisk();
  await using desk = await openSharedDesk(ports);
  await desk.signIn(ann);
  const folder = await desk.link('annas folder');
  desk.workspace.pipeline.pause(true);
  desk.workspace.stores.matters.putSetting('paused', 'yes');
  desk.save(folder, 'Letter.txt', 'of Ann, unsent');
  await expect.poll(() => desk.states(), eventually).toEqual(['waiting']);
  disk.of = desk.workspace.directory;
  await desk.restart();
  expect(whatIsLeft(desk.engine.keptHere())).toContain('what waits in it is not known');
  expect(await desk.engine.takeLinks('https://new.example.com')).toMatchObject({ ok: false });
  await desk.signOut().catch(() => {});
  await desk.signIn(ben);
  expect(desk.engine.person.value).toMatchObject({ state: 'asked', people: [{ waiting: null }] });
  disk.of = '';
  await expect
    .poll(() => desk.engine.person.value, eventually)
    .toMatchObject({ state: 'asked', people: [{ waiting: 1 }] });
  expect(desk.engine.keptHere().notOpened).toBe(false);
}, 60_000);

test('what is kept is not said to be removed while it cannot be opened, and is still there', async () => {
  const { disk, ports } = fullDisk();
  await using desk = await openSharedDesk(ports);
  await desk.signIn(ann, { tells: true });
  const folder = await desk.link('annas folder');
  desk.save(folder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const { directory } = desk.workspace;
  disk.of = directory;
  await desk.restart();
  const remove = () =>
    desk.engine.removeKept(desk.service.baseUrl, { signIn: 'sign-in-1', loss: '', version: '1' });
  expect(await remove()).toMatchObject({ ok: false, error: { what: 'What is kept here was not removed' } });
  expect(existsSync(join(directory, 'matterline.db'))).toBe(true);
  disk.of = '';
  await expect.poll(() => desk.engine.workspace && unfiledOf(desk.workspace).looking, eventually).toBe(0);
  expect(await remove()).toMatchObject({ ok: true });
  expect(desk.states()).toEqual([]);
}, 60_000);

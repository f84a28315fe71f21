import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, onTestFinished, test } from 'vitest';
import { engineRouter } from '../../../main/engine/router.ts';
import type { FileId } from '../../../shared/model/index.ts';
import { SmallDisk } from '../../support/small-disk.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../support/workplace.ts';

const ask = (place: Workplace) => createRouterClient(engineRouter(place.engine, () => {}));
/** The disk takes nothing for the database, or takes everything again. */
const fill = ({ workspace }: Workplace, full: boolean) =>
  workspace.stores.database.pragma(`query_only = ${full}`);
const problems = async (place: Workplace) => (await ask(place).engine.problems.list()).map(({ id }) => id);

test('while the disk takes nothing the program goes on and says so, and what was saved is filed once it does', async () => {
  await using place = await openWorkplace({ speedUp: 10 });
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled(1);
  fill(place, true);
  writeFileSync(path, 'two');
  writeFileSync(join(place.folder, 'Claim.docx'), 'claim');
  await expect.poll(() => problems(place), eventually).toContain('disk');
  expect(await ask(place).engine.problems.list()).toContainEqual(
    expect.objectContaining({ id: 'disk', why: expect.stringContaining('SQLITE_READONLY') }),
  );
  await expect.poll(() => place.engine.status.value.problems, eventually).toBeGreaterThan(1);
  await expect.poll(() => problems(place), eventually).toContain(`issue:${place.matterId}:Claim.docx`);
  expect(place.states()).toEqual(['filed']);
  // What is known can be looked at meanwhile.
  const { documents } = await ask(place).documents.list({ matterId: place.matterId });
  expect(documents.map(({ name }) => name)).toContain('Brief.docx');
  fill(place, false);
  await place.allFiled(3);
  expect(place.versionsOf('Brief.docx').at(-1)).toBe(sha256('two'));
  await expect.poll(() => problems(place), eventually).toEqual([]);
  await expect.poll(() => place.engine.status.value.problems, eventually).toBe(0);
});

test('a folder whose unlinking the disk does not take stays linked and watched, and the person is told why', async () => {
  await using place = await openWorkplace();
  const { matterId } = place;
  fill(place, true);
  const refused = await ask(place)
    .folders.unlink({ matterId })
    .catch((failure: unknown) => failure);
  expect(refused).toMatchObject({
    code: 'REFUSED',
    data: { what: 'That could not be written down on this computer', why: expect.stringMatching('disk') },
  });
  fill(place, false);
  expect(place.workspace.stores.links.of(matterId)).toBeDefined();
  writeFileSync(join(place.folder, 'Brief.docx'), 'one');
  await place.allFiled(1);
});

test('what a colleague filed while the disk took nothing is known once it does', async () => {
  await using place = await openWorkplace({ speedUp: 10 });
  writeFileSync(join(place.folder, 'Brief.docx'), 'one');
  await place.allFiled(1);
  fill(place, true);
  const { fileId = '' } = place.workspace.stores.links.file(place.matterId, 'Brief.docx') ?? {};
  place.service.colleague.addVersion(fileId, 'theirs');
  await expect.poll(() => problems(place), eventually).toContain('disk');
  fill(place, false);
  const versions = () =>
    place.workspace.stores.documents.document(place.matterId, fileId as FileId)?.versions;
  await expect.poll(versions, eventually).toBe(2);
});

test('what is looked at, and what an administrator decides, is taken up while the disk takes nothing, and kept once it does', async () => {
  await using place = await openWorkplace({ speedUp: 10 });
  const { matterId } = place;
  fill(place, true);
  await ask(place).engine.matters.look({ matterId });
  const { baseUrl, apiKey } = place.service;
  const vaultLimits = { maxBytes: 500_000_000, maxAgeDays: 30 };
  const connection = { baseUrl, apiKey };
  await place.engine.configure({ connection, signedIn: true, rootFolder: null, vaultLimits });
  await expect.poll(() => problems(place), eventually).toContain('disk');
  fill(place, false);
  await expect.poll(() => place.workspace.keeper.limits, eventually).toEqual(vaultLimits);
});

test('on a disk that really is full the engine goes on, or says why it cannot start, and files everything once there is room', async (context) => {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-small-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  using disk = SmallDisk.on(directory, 6_000_000, context);
  await using place = await openWorkplace({ engineDirectory: join(directory, 'engine') });
  writeFileSync(join(place.folder, 'Brief.docx'), 'one');
  await place.allFiled(1);
  disk.fill();
  for (const name of ['Claim.docx', 'Order.pdf'])
    writeFileSync(join(place.folder, name), Buffer.alloc(30_000, name));
  await expect
    .poll(() => problems(place), eventually)
    .toEqual(
      expect.arrayContaining([`issue:${place.matterId}:Claim.docx`, `issue:${place.matterId}:Order.pdf`]),
    );
  expect(place.states()).toEqual(['filed']);
  // More than the database's log may still have room for.
  const { matters } = place.workspace.stores;
  expect(() => matters.putSetting('long', 'x'.repeat(8_000_000))).toThrow(
    expect.objectContaining({ code: expect.stringMatching(/^SQLITE_(FULL|IOERR)/) }),
  );
  await place.engine.stop();
  // The log that was closed may have left some room.
  disk.fill();
  await expect(place.restartEngine()).rejects.toMatchObject({
    code: expect.stringMatching(/^SQLITE_(FULL|IOERR|CANTOPEN)|^ENOSPC$/),
  });
  disk.makeRoom();
  await place.restartEngine();
  await place.allFiled(3);
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../main/engine/compose.ts';
import type { Database } from '../../../main/engine/store/database.ts';
import { earlierSignIn } from '../../../shared/model/index.ts';
import { eventually, openWorkplace, type Workplace } from '../../support/workplace.ts';

const failing = (code: string) => Object.assign(new Error(`it fails: ${code}`), { code });

/** What the disk refuses while it is said to. */
function failingDisk() {
  const disk = { opening: null as string | null, listing: false, replacing: false, exporting: false };
  const databases: Database[] = [];
  const ports = (real: EnginePorts): EnginePorts => ({
    ...real,
    async openDatabase(directory) {
      if (disk.opening !== null) throw failing(disk.opening);
      const database = await real.openDatabase(directory);
      databases.push(database);
      return database;
    },
    files: {
      ...real.files,
      async list(path) {
        if (disk.listing && path.endsWith('unfinished')) throw failing('EIO');
        return real.files.list(path);
      },
      async replace(from, to) {
        if (disk.replacing && to.endsWith('.removed')) throw failing('EBUSY');
        return real.files.replace(from, to);
      },
      async makeDirectories(path) {
        if (disk.exporting && path.endsWith('custody logs')) throw failing('ENOSPC');
        return real.files.makeDirectories(path);
      },
      async removeOwnTree(path) {
        if (disk.replacing) throw failing('EBUSY');
        return real.files.removeOwnTree(path);
      },
    },
  });
  /** How many are open: another one in the same directory would capture and file everything a second time. */
  const open = () => databases.filter((database) => database.open).length;
  return { disk, ports, open, opened: () => databases.length };
}

const withKey = (place: Workplace, apiKey: string) =>
  place.engine.configure({
    connection: { baseUrl: place.service.baseUrl, apiKey },
    signedIn: true,
    rootFolder: null,
  });

test.each(['ENOSPC', 'EIO'])(
  'an API key that changes while the disk refuses (%s) is told as a problem, and tried again until everything is open',
  async (code) => {
    const { disk, ports } = failingDisk();
    await using place = await openWorkplace({ ports, speedUp: 10 });
    disk.opening = code;
    // Without room saves are captured beside it, and main need not start another engine.
    await withKey(place, 'another key').catch(() => {});
    await expect
      .poll(() => place.engine.status.value, eventually)
      .toMatchObject({ problems: 1, blockedBy: { code: 'service-failed' } });
    expect(place.engine.workspace).toBeNull();
    await writeFile(join(place.folder, 'Brief.docx'), 'A brief.');

    disk.opening = null;
    await expect.poll(() => place.engine.workspace !== null, eventually).toBe(true);
    await expect.poll(() => place.states().length, eventually).toBe(1);
    await expect.poll(() => place.engine.status.value.blockedBy ?? null, eventually).toBeNull();
  },
);

test('what failed after the database was opened is closed before it is tried again', async () => {
  const { disk, ports, open, opened } = failingDisk();
  await using place = await openWorkplace({ ports, speedUp: 10 });
  disk.listing = true;
  await withKey(place, 'another key').catch(() => {});
  await expect.poll(opened, eventually).toBeGreaterThan(2);
  disk.listing = false;
  await expect.poll(() => place.engine.workspace !== null, eventually).toBe(true);
  expect(open()).toBe(1);
  await writeFile(join(place.folder, 'Brief.docx'), 'A brief.');
  await expect.poll(() => place.states().length, eventually).toBe(1);
});

test('a removal that fails half-way leaves everything as it was, and watched', async () => {
  const { disk, ports, open } = failingDisk();
  await using place = await openWorkplace({ ports, speedUp: 10 });
  const remove = () =>
    place.engine.removeKept(place.service.baseUrl, { signIn: earlierSignIn.id, loss: '', version: '1.2.3' });
  await writeFile(join(place.folder, 'Brief.docx'), 'A brief.');
  await place.allFiled(1);
  const failures = ['replacing', 'exporting'] as const;
  for (const [index, failure] of failures.entries()) {
    disk[failure] = true;
    expect(await remove()).toMatchObject({ ok: false, error: { code: 'not-permitted' } });
    disk[failure] = false;
    expect([failure, open()]).toEqual([failure, 1]);
    await writeFile(join(place.folder, `Note ${index}.docx`), `Note ${index}`);
    await place.allFiled(2 + index);
  }

  // What is known of it can no longer be read, at each step of that.
  for (let readable = 0; readable < 5; readable += 1) {
    const store = place.workspace.stores.replacedFiles;
    const all = store.all.bind(store);
    let read = 0;
    store.all = () => {
      read += 1;
      if (read > readable) throw failing('SQLITE_IOERR');
      return all();
    };
    expect([readable, await remove()]).toMatchObject([
      readable,
      { ok: false, error: { code: 'not-permitted' } },
    ]);
    store.all = all;
    expect([readable, open()]).toEqual([readable, 1]);
    await writeFile(join(place.folder, `Letter ${readable}.docx`), `Letter ${readable}`);
    await place.allFiled(4 + readable);
  }

  // Even where it cannot be opened again at once.
  Object.assign(disk, { replacing: true, opening: 'EIO' });
  expect(await remove()).toMatchObject({ ok: false });
  await expect.poll(() => place.engine.status.value.blockedBy ?? null, eventually).not.toBeNull();
  Object.assign(disk, { replacing: false, opening: null });
  await expect.poll(() => place.engine.workspace !== null, eventually).toBe(true);
  await writeFile(join(place.folder, 'Later.docx'), 'Later');
  await place.allFiled(9);
});

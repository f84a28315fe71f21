import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Exchange, exchange } from '../../../../main/engine/service/exchange.ts';
import { settingOf, settings } from '../../../../main/engine/store/settings.ts';
import { pauseAll } from '../../../../main/engine/use-cases/pausing.ts';
import { actOnProblem } from '../../../../main/engine/use-cases/problems.ts';
import type { FolderId } from '../../../../shared/model/index.ts';
import { calm, read, rename, there, twoFolders } from '../../../support/two-folders.ts';
import { eventually } from '../../../support/workplace.ts';
import { filedAs, problemsOf } from '../saving/desk.ts';

test('a folder renamed here is renamed in the service, once, and the documents in it stay in it', async () => {
  await using at = await twoFolders();
  const { place, ids } = at;
  rename(place, 'Court', 'High Court');
  await expect.poll(() => there(place, ids.court)?.name, eventually).toBe('High Court');
  await calm(place);
  await calm(place);
  expect(at.told).toEqual(['PATCH']);
  expect(existsSync(join(place.folder, 'High Court', 'Claim.docx'))).toBe(true);
  expect(filedAs(place, 'Claim.docx')).toMatchObject([{ folderId: ids.court }]);
  const kinds = place.workspace.stores.custody.about(place.matterId, null).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'folder-told')).toHaveLength(1);
});

test('a number that a folder gets here, moved by a colleague beside another of its name, is not told as its name', async () => {
  await using at = await twoFolders({ speedUp: 10 });
  const { place, ids, told } = at;
  rename(place, 'Court', 'High Court');
  await expect.poll(() => there(place, ids.court)?.name, eventually).toBe('High Court');
  await calm(place);
  await calm(place);
  // A directory of this computer alone, in which nothing is filed.
  mkdirSync(join(place.folder, 'Other', 'High Court'));
  place.service.colleague.moveFolder(ids.court, ids.other);
  await read(place, null, ids.other);
  const moved = () => existsSync(join(place.folder, 'Other', 'High Court (2)', 'Claim.docx'));
  await expect.poll(moved, eventually).toBe(true);
  for (let look = 0; look < 6; look += 1) await calm(place);
  expect(there(place, ids.court)?.name).toBe('High Court');
  expect(told).toEqual(['PATCH']);
});

test('a folder moved here into another is moved in the service, and into a new one after that is made', async () => {
  await using at = await twoFolders();
  const { place, ids } = at;
  rename(place, 'Court', 'Other/Court');
  await expect.poll(() => there(place, ids.court)?.parentId, eventually).toBe(ids.other);
  mkdirSync(join(place.folder, 'Archive'));
  rename(place, 'Other/Court', 'Archive/Court');
  const archive = () =>
    place.service.foldersOf(place.matterId).find(({ name }) => name === 'Archive')?.folderId;
  await expect.poll(archive, eventually).toBeDefined();
  await expect.poll(() => there(place, ids.court)?.parentId, eventually).toBe(archive());
  expect(filedAs(place, 'Claim.docx')).toMatchObject([{ folderId: ids.court }]);
});

test('a folder that a colleague moved is moved here, and one that the person named and a colleague renamed gets that name', async () => {
  await using at = await twoFolders({ speedUp: 10 });
  const { place, ids, told } = at;
  rename(place, 'Court', 'High Court');
  await expect.poll(() => there(place, ids.court)?.name, eventually).toBe('High Court');
  await calm(place);
  place.service.colleague.moveFolder(ids.court, ids.other);
  await read(place, null, ids.other);
  const stands = (path: string) => () => existsSync(join(place.folder, path, 'Claim.docx'));
  await expect.poll(stands('Other/High Court'), eventually).toBe(true);
  place.service.colleague.renameFolder(ids.court, 'Supreme Court');
  await read(place, null, ids.other);
  await expect.poll(stands('Other/Supreme Court'), eventually).toBe(true);
  await calm(place);
  expect(told).toEqual(['PATCH']);
  expect(readFileSync(join(place.folder, 'Other/Supreme Court/Claim.docx'), 'utf8')).toBe('claim');
  writeFileSync(join(place.folder, 'Other/Supreme Court/Claim.docx'), 'second');
  await expect.poll(() => filedAs(place, 'Claim.docx')[0]?.versions.length, eventually).toBe(2);
});

test('renamed on both sides, the service’s name is the one, and nothing goes back and forth', async () => {
  await using at = await twoFolders({ speedUp: 10 });
  const { place, ids } = at;
  place.workspace.awake('out-of-sight');
  place.workspace.account.setPause(place.workspace.clock.now() + 15_000);
  place.service.colleague.renameFolder(ids.court, 'Theirs');
  rename(place, 'Court', 'Ours');
  await read(place, null);
  await expect.poll(() => existsSync(join(place.folder, 'Theirs', 'Claim.docx')), eventually).toBe(true);
  await calm(place);
  expect(there(place, ids.court)?.name).toBe('Theirs');
});

test.each(['the way to a folder', 'what lies in a folder'])(
  'a colleague’s rename that no history showed yet is not undone by one here, where the service tells %s',
  async (tells) => {
    await using at = await twoFolders({ speedUp: 20 });
    const { place, ids, told } = at;
    if (tells !== 'the way to a folder')
      place.service.faults.add({ route: 'folders.path', kind: 'status', status: 404, count: 'always' });
    place.workspace.awake('out-of-sight');
    place.service.colleague.renameFolder(ids.court, 'Theirs');
    rename(place, 'Court', 'Ours');
    await expect.poll(() => existsSync(join(place.folder, 'Theirs', 'Claim.docx')), eventually).toBe(true);
    await calm(place);
    expect(there(place, ids.court)?.name).toBe('Theirs');
    expect(told).toEqual([]);
  },
);

test.each(['PATCH', 'PUT'])(
  'a folder that a colleague moved, which no history showed yet, stays there when it is renamed here, told by %s',
  async (operation) => {
    await using at = await twoFolders({ speedUp: 20 });
    const { place, ids } = at;
    if (operation === 'PUT')
      place.service.faults.add({ route: 'folders.patch', kind: 'status', status: 405, count: 'always' });
    place.workspace.awake('out-of-sight');
    place.service.colleague.moveFolder(ids.court, ids.other);
    rename(place, 'Court', 'High Court');
    const court = () => there(place, ids.court);
    await expect.poll(() => court()?.name, eventually).toBe('High Court');
    expect(court()?.parentId).toBe(ids.other);
    await read(place, null, ids.other);
    await calm(place);
    await expect
      .poll(() => existsSync(join(place.folder, 'Other/High Court/Claim.docx')), eventually)
      .toBe(true);
    expect(court()?.parentId).toBe(ids.other);
  },
);

test('a folder renamed here twice, and back, before any history shows the first is what it was called last', async () => {
  await using at = await twoFolders({ speedUp: 20 });
  const { place, ids } = at;
  const end = place.service.faults.add({ route: /^GET .*\/history/, kind: 'wait', count: 'always' });
  const isCalled = (name: string) => expect.poll(() => there(place, ids.court)?.name, eventually).toBe(name);
  rename(place, 'Court', 'High Court');
  await isCalled('High Court');
  rename(place, 'High Court', 'Supreme Court');
  await isCalled('Supreme Court');
  rename(place, 'Supreme Court', 'Court');
  end();
  await isCalled('Court');
  await calm(place);
  await calm(place);
  expect(there(place, ids.court)?.name).toBe('Court');
  expect(existsSync(join(place.folder, 'Court', 'Claim.docx'))).toBe(true);
});

test('history that shows the name before the last one takes back nothing here', async () => {
  // What history answers instead of what it has by now.
  type Answers = Map<string, Awaited<ReturnType<Exchange>>>;
  const shown: Answers = new Map();
  const newest: Answers = new Map();
  const late: Exchange = async (outgoing) => {
    const answer = await exchange(outgoing);
    const { pathname } = outgoing.url;
    if (!pathname.endsWith('/history')) return answer;
    newest.set(pathname, answer);
    return shown.get(pathname) ?? answer;
  };
  await using at = await twoFolders({ http: { exchange: late } });
  const { place, ids } = at;
  const answerOnly = (answers: Answers) => {
    for (const [path, answer] of answers) shown.set(path, answer);
  };
  answerOnly(newest);
  rename(place, 'Court', 'High Court');
  await expect.poll(() => there(place, ids.court)?.name, eventually).toBe('High Court');
  await read(place, null);
  const withFirst = new Map(newest);
  rename(place, 'High Court', 'Supreme Court');
  await expect.poll(() => there(place, ids.court)?.name, eventually).toBe('Supreme Court');
  answerOnly(withFirst);
  await read(place, null);
  // A directory is renamed once nothing in it was touched for a while.
  for (let count = 0; count < 10; count += 1) await calm(place);
  expect(existsSync(join(place.folder, 'Supreme Court', 'Claim.docx'))).toBe(true);
  shown.clear();
  await calm(place);
  await calm(place);
  expect(there(place, ids.court)?.name).toBe('Supreme Court');
  expect(existsSync(join(place.folder, 'Supreme Court', 'Claim.docx'))).toBe(true);
});

test('a number that the person gives a folder is told, and so is one put into a directory that cannot be made at once', async () => {
  await using at = await twoFolders({ speedUp: 60 });
  const { place, ids } = at;
  rename(place, 'Court', 'Court (2024)');
  await expect.poll(() => there(place, ids.court)?.name, eventually).toBe('Court (2024)');
  place.service.faults.add({ route: /^POST .*\/documents\/folders$/, kind: 'status', status: 500 });
  mkdirSync(join(place.folder, 'Archive'));
  rename(place, 'Court (2024)', 'Archive/Court (2024)');
  const archive = () =>
    place.service.foldersOf(place.matterId).find(({ name }) => name === 'Archive')?.folderId;
  await expect.poll(archive, eventually).toBeDefined();
  await expect.poll(() => there(place, ids.court)?.parentId, eventually).toBe(archive());
});

test('a name that this system cannot have is mapped, and never told back', async () => {
  await using at = await twoFolders();
  const { place, ids, told } = at;
  place.service.colleague.renameFolder(ids.court, 'Court: 2024/25?');
  await read(place, null);
  await expect
    .poll(() => existsSync(join(place.folder, 'Court - 2024-25-', 'Claim.docx')), eventually)
    .toBe(true);
  await calm(place);
  await calm(place);
  expect(told).toEqual([]);
  expect(there(place, ids.court)?.name).toBe('Court: 2024/25?');
});

test.each(['loseAnswer', 'reset', 'server'] as const)(
  'promise 5: a rename whose answer is lost (%s) is so in the service in the end',
  async (how) => {
    await using at = await twoFolders({ speedUp: 20 });
    const { place, ids } = at;
    const fault = how === 'server' ? ({ kind: 'status', status: 503 } as const) : ({ kind: how } as const);
    place.service.faults.add({ route: 'folders.patch', count: 1, ...fault });
    rename(place, 'Court', 'High Court');
    await expect.poll(() => there(place, ids.court)?.name, eventually).toBe('High Court');
    await calm(place);
    expect(at.told.length).toBeLessThanOrEqual(2);
  },
);

test('a rename that was not told before the program ended is told after its next start', async () => {
  await using at = await twoFolders();
  const { place, ids } = at;
  await place.stopService();
  rename(place, 'Court', 'High Court');
  await expect
    .poll(() => place.workspace.stores.links.folders(place.matterId).map(({ path }) => path), eventually)
    .toContain('High Court');
  await place.restartService();
  await place.restartEngine();
  await expect.poll(() => there(place, ids.court)?.name, eventually).toBe('High Court');
});

test.each(['the service is asked how it is', 'it waits to leave'])(
  'a pause that begins while %s keeps a rename here until the person goes on',
  async (when) => {
    let pause = (_isNoted: boolean) => {};
    const told: string[] = [];
    await using at = await twoFolders({
      speedUp: 10,
      http: {
        exchange(outgoing) {
          const { method, url } = outgoing;
          if (/\/documents\/folders\/[^/]+$/.test(url.pathname) && method !== 'GET') told.push(method);
          if (url.pathname.endsWith('/path')) pause(false);
          return exchange(outgoing);
        },
      },
      ports: (ports) => ({
        ...ports,
        connect(...connection) {
          const client = ports.connect(...connection);
          const { patchFolder } = client.beyondSpec;
          const whenPaused: typeof patchFolder = (...call) => {
            pause(true);
            return patchFolder(...call);
          };
          return { ...client, beyondSpec: { ...client.beyondSpec, patchFolder: whenPaused } };
        },
      }),
    });
    const { place, ids } = at;
    const { workspace, matterId } = place;
    pause = (mayBeNoted) => {
      const isNoted = workspace.stores.foldersAgreed.told(matterId, ids.court as FolderId)?.told;
      if (mayBeNoted !== (when === 'it waits to leave') || (mayBeNoted && !isNoted)) return;
      pause = () => {};
      pauseAll(workspace, true);
    };
    rename(place, 'Court', 'High Court');
    await expect.poll(() => settingOf(workspace.stores.matters, settings.isPaused), eventually).toBe(true);
    for (let look = 0; look < 5; look += 1) await calm(place);
    expect(told).toEqual([]);
    expect(there(place, ids.court)?.name).toBe('Court');
    pauseAll(workspace, false);
    await expect.poll(() => there(place, ids.court)?.name, eventually).toBe('High Court');
    expect(told).toEqual(['PATCH']);
  },
);

test('a service that has no PATCH is told by PUT', async () => {
  await using at = await twoFolders();
  const { place, ids } = at;
  place.service.faults.add({ route: 'folders.patch', kind: 'status', status: 405, count: 'always' });
  rename(place, 'Court', 'High Court');
  await expect.poll(() => there(place, ids.court)?.name, eventually).toBe('High Court');
  expect(at.told).toEqual(['PATCH', 'PUT']);
});

test('a refusal is told, keeps no document from being filed, and is tried again when the person wants it', async () => {
  await using at = await twoFolders();
  const { place, ids } = at;
  place.service.faults.add({ route: 'folders.patch', kind: 'status', status: 400, count: 1 });
  rename(place, 'Court', 'High Court');
  await expect
    .poll(() => problemsOf(place).map(({ subject }) => subject), eventually)
    .toEqual(['High Court']);
  writeFileSync(join(place.folder, 'High Court', 'Reply.docx'), 'reply');
  await expect.poll(() => filedAs(place, 'Reply.docx'), eventually).toMatchObject([{ folderId: ids.court }]);
  await calm(place);
  expect(at.told).toEqual(['PATCH']);
  const [problem] = problemsOf(place);
  const told = { feed: { problems() {}, matter() {} } as never, refreshStatus: () => {} };
  const said = { id: problem?.id ?? '', action: 'retry', shown: null, gathered: null } as const;
  expect(await actOnProblem(place.workspace, told, said)).toMatchObject({ ok: true });
  await expect.poll(() => there(place, ids.court)?.name, eventually).toBe('High Court');
  expect(problemsOf(place)).toEqual([]);
});

test('where the service has no folders to change, that is asked once, and everything stays as it is', async () => {
  await using at = await twoFolders({ variants: {} });
  const { place, ids, told, listed } = at;
  listed.length = 0;
  rename(place, 'Court', 'High Court');
  await expect.poll(() => listed, eventually).toEqual(['GET']);
  await calm(place);
  rename(place, 'Other', 'Another');
  await calm(place);
  place.service.colleague.moveFolder(ids.court, ids.other);
  await read(place, null, ids.other);
  await calm(place);
  expect(listed).toEqual(['GET']);
  expect(told).toEqual([]);
  expect(existsSync(join(place.folder, 'High Court', 'Claim.docx'))).toBe(true);
  expect(there(place, ids.court)?.name).toBe('Court');
});

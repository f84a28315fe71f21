import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { type Exchange, exchange } from '../../../../main/engine/service/exchange.ts';
import { settingOf, settings } from '../../../../main/engine/store/settings.ts';
import { pauseAll } from '../../../../main/engine/use-cases/pausing.ts';
import { actOnProblem } from '../../../../main/engine/use-cases/problems.ts';
import type { FolderId } from '../../../../shared/model/index.ts';
import { beyondTheSpecification } from '../../../service/index.ts';
import { historyRead, quickly } from '../../../support/colleague-documents.ts';
import { openKillableDesk } from '../../../support/killable-desk.ts';
import { calm } from '../../../support/two-folders.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';
import { filedAs, problemsOf } from '../saving/desk.ts';

/** A workplace, and what it asked of the service's folders beyond the specification. */
async function desk(options: Parameters<typeof openWorkplace>[0] = {}) {
  const asked: string[] = [];
  const listening: Exchange = (outgoing) => {
    const { method, url } = outgoing;
    if (/\/documents\/folders(\/[^/]+)?$/.test(url.pathname)) asked.push(method);
    return exchange(outgoing);
  };
  const place = await openWorkplace({
    ...{ variants: beyondTheSpecification, requestLimit: quickly, http: { exchange: listening } },
    ...options,
  });
  const made = () => asked.filter((method) => method === 'POST').length;
  return { place, asked, made, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

function save(place: Pick<Workplace, 'folder'>, path: string, content = path): void {
  mkdirSync(join(place.folder, path, '..'), { recursive: true });
  writeFileSync(join(place.folder, path), content);
}

/** The answers and the questions of the service's folders pass through here. */
const whenFoldersAreMade =
  (happens: (when: 'before' | 'as it leaves') => void) =>
  (ports: EnginePorts): EnginePorts => ({
    ...ports,
    connect(...connection) {
      const client = ports.connect(...connection);
      const { createFolder, listFolders } = client.beyondSpec;
      const beyondSpec: typeof client.beyondSpec = {
        ...client.beyondSpec,
        listFolders(...call) {
          happens('before');
          return listFolders(...call);
        },
        createFolder(...call) {
          happens('as it leaves');
          return createFolder(...call);
        },
      };
      return { ...client, beyondSpec };
    },
  });

/** Folders of the service by their path, with how many there are at each. */
function folders({ service, matterId }: Pick<Workplace, 'service' | 'matterId'>): string[] {
  const all = service.foldersOf(matterId).filter(({ deleted }) => !deleted);
  const pathOf = (id: string | null): string => {
    const folder = all.find(({ folderId }) => folderId === id);
    return folder ? `${pathOf(folder.parentId)}/${folder.name}` : '';
  };
  return all.map(({ folderId }) => pathOf(folderId)).toSorted();
}
const folderNamed = ({ service, matterId }: Pick<Workplace, 'service' | 'matterId'>, name: string) =>
  service.foldersOf(matterId).find((folder) => folder.name === name && !folder.deleted)?.folderId;

test('a directory made here is a folder of the service before the documents in it are announced, with those above it', async () => {
  await using at = await desk();
  const { place } = at;
  const before = folders(place);
  mkdirSync(join(place.folder, 'Empty'));
  save(place, 'Court/2024/Claim.docx');
  save(place, 'Court/2024/Reply.docx');
  save(place, '$RECYCLE.BIN/ignored.docx');
  await place.allFiled(2);
  expect(folders(place)).toEqual([...before, '/Court', '/Court/2024'].toSorted());
  expect(filedAs(place, 'Claim.docx')).toMatchObject([
    { folderId: folderNamed(place, '2024'), versions: [sha256('Court/2024/Claim.docx')] },
  ]);
  expect(filedAs(place, 'Reply.docx')).toMatchObject([{ folderId: folderNamed(place, '2024') }]);
  expect(filedAs(place, 'Claim.docx')[0]?.additional).not.toHaveProperty('relativePath');
  const { custody, links } = place.workspace.stores;
  const kinds = custody.about(place.matterId, null).map(({ kind, path }) => `${kind} ${path}`);
  expect(kinds).toContain('folder-made Court/2024');
  expect(links.folders(place.matterId).filter(({ path }) => path.startsWith('Court'))).toHaveLength(2);
});

test('where the service makes no folders, that is asked once, and documents go into the nearest one', async () => {
  await using at = await desk({ variants: {} });
  save(at.place, 'Court/Claim.docx');
  await at.place.allFiled(1);
  save(at.place, 'Other/Reply.docx');
  await at.place.allFiled(2);
  expect(at.asked).toEqual(['GET']);
  expect(filedAs(at.place, 'Claim.docx')).toMatchObject([
    { folderId: null, additional: { relativePath: 'Court/Claim.docx' } },
  ]);
});

test('switched off, nothing is asked about folders, whatever the documents are', async () => {
  await using at = await desk();
  const { place } = at;
  await place.engine.configure({
    connection: { baseUrl: place.service.baseUrl, apiKey: place.service.apiKey },
    signedIn: true,
    rootFolder: join(place.directory, 'matters'),
    requestLimit: quickly,
    capabilities: { documents: 'auto', folders: 'off' },
  });
  save(place, 'Court/Claim.docx');
  await place.allFiled(1);
  expect(at.asked).toEqual([]);
  expect(filedAs(place, 'Claim.docx')).toMatchObject([{ folderId: null }]);
});

test.each(['loseAnswer', 'reset'] as const)(
  'promise 5: the answer is lost when a folder is made (%s): there is one of it',
  async (kind) => {
    await using at = await desk({ speedUp: 20 });
    const { place } = at;
    place.service.faults.add({ route: 'folders.create', kind, count: 1 });
    save(place, 'Court/Claim.docx');
    await place.allFiled(1);
    expect(folders(place).filter((path) => path === '/Court')).toHaveLength(1);
    expect(filedAs(place, 'Claim.docx')).toMatchObject([{ folderId: folderNamed(place, 'Court') }]);
    expect(at.made()).toBe(kind === 'reset' ? 2 : 1);
  },
);

test('promise 5: killed while a folder is made: there is one of it, and its document is in it once', async () => {
  await using at = await openKillableDesk(beyondTheSpecification);
  at.service.faults.add({ route: 'folders.create', kind: 'holdAnswer' });
  save(at, 'Court/Claim.docx', 'claim');
  await expect.poll(() => folders(at).includes('/Court'), eventually).toBe(true);
  await at.engine.kill();
  await at.start();
  await expect.poll(() => at.versions('Claim.docx'), eventually).toEqual([sha256('claim')]);
  expect(folders(at).filter((path) => path === '/Court')).toHaveLength(1);
  const [claim] = at.service.filesOf(at.matterId).filter(({ fileName }) => fileName === 'Claim.docx');
  expect(claim?.folderId).toBe(folderNamed(at, 'Court'));
});

/** A service whose root folder has an id of its own, which what lies in it names as its parent. */
const rootId = '5b0f7c8e-9d5c-4a53-8a53-111111111111';
const ownRoot: Exchange = async (outgoing) => {
  const answer = await exchange(outgoing);
  if (!answer.ok || outgoing.method !== 'GET' || !outgoing.url.pathname.endsWith('/documents/folders'))
    return answer;
  const { body, bytes } = answer.value;
  const rooted = (text: string) => text.replaceAll('"parentId":null', `"parentId":"${rootId}"`);
  return {
    ...answer,
    value: {
      ...answer.value,
      body: rooted(body),
      ...(bytes && { bytes: Buffer.from(rooted(bytes.toString())) }),
    },
  };
};

test.each(['a colleague just made it', 'the answer to making it was lost'])(
  'promise 5: where the root has an id of its own, a directory becomes one folder (%s)',
  async (how) => {
    await using at = await desk({ http: { exchange: ownRoot }, speedUp: 20 });
    const { place } = at;
    place.workspace.awake('out-of-sight');
    if (how === 'a colleague just made it') place.service.colleague.createFolder(place.matterId, 'Court');
    else place.service.faults.add({ route: 'folders.create', kind: 'loseAnswer', count: 1 });
    save(place, 'Court/Claim.docx');
    await place.allFiled(1);
    expect(folders(place).filter((path) => path === '/Court')).toHaveLength(1);
    expect(filedAs(place, 'Claim.docx')).toMatchObject([{ folderId: folderNamed(place, 'Court') }]);
  },
);

test('a folder of its name that a colleague just made is the one, in whatever letters and characters', async () => {
  await using at = await desk();
  const { place } = at;
  place.workspace.awake('out-of-sight');
  const theirs = place.service.colleague.createFolder(place.matterId, 'COURT: 2024');
  save(place, 'court - 2024/Claim.docx');
  await place.allFiled(1);
  expect(at.made()).toBe(0);
  expect(filedAs(place, 'Claim.docx')).toMatchObject([{ folderId: theirs }]);
});

test('a folder that the service takes long to have is waited for', async () => {
  await using at = await desk({ speedUp: 5 });
  at.place.service.setApplyDelay(2_000);
  save(at.place, 'Court/Claim.docx');
  await at.place.allFiled(1);
  expect(at.made()).toBe(1);
  expect(filedAs(at.place, 'Claim.docx')).toMatchObject([{ folderId: folderNamed(at.place, 'Court') }]);
});

test('a refusal keeps no document from being filed, is told, and tried again when the person wants it: then the document moves', async () => {
  await using at = await desk();
  const { place } = at;
  place.service.faults.add({ route: 'folders.create', kind: 'status', status: 400, count: 1 });
  save(place, 'Court/Claim.docx');
  await place.allFiled(1);
  expect(filedAs(place, 'Claim.docx')).toMatchObject([
    { folderId: null, additional: { relativePath: 'Court/Claim.docx' } },
  ]);
  save(place, 'Court/Reply.docx');
  await place.allFiled(2);
  expect(at.made()).toBe(1);
  const [problem] = problemsOf(place);
  expect(problem).toMatchObject({ subject: 'Court', actions: ['retry', 'dismiss'] });
  const told = { feed: { problems() {}, matter() {} } as never, refreshStatus: () => {} };
  const said = { id: problem?.id ?? '', action: 'retry', shown: null, gathered: null } as const;
  expect(await actOnProblem(place.workspace, told, said)).toMatchObject({ ok: true });
  await expect.poll(() => folderNamed(place, 'Court'), eventually).toBeDefined();
  const there = folderNamed(place, 'Court');
  await expect.poll(() => filedAs(place, 'Claim.docx')[0]?.folderId, eventually).toBe(there);
  expect(problemsOf(place)).toEqual([]);
});

test.each([404, 405])(
  'a folder that the service once has no operation to make (%i) is made some minutes later, and its documents move into it',
  async (status) => {
    await using at = await desk({ speedUp: 100 });
    const { place } = at;
    place.service.faults.add({ route: 'folders.create', kind: 'status', status, count: 1 });
    save(place, 'Court/Claim.docx');
    await place.allFiled(1);
    expect(filedAs(place, 'Claim.docx')).toMatchObject([{ folderId: null }]);
    const { clock } = place.workspace;
    const minutesLater = clock.now() + 6 * 60_000;
    await expect.poll(() => clock.now() > minutesLater, eventually).toBe(true);
    save(place, 'Court/Reply.docx');
    await place.allFiled(2);
    const court = folderNamed(place, 'Court');
    expect(filedAs(place, 'Reply.docx')).toMatchObject([{ folderId: court }]);
    expect(court).toBeDefined();
    await expect.poll(() => filedAs(place, 'Claim.docx')[0]?.folderId, eventually).toBe(court);
    expect(at.made()).toBe(2);
  },
);

test('a service that fails to make folders for minutes has documents filed without', async () => {
  await using at = await desk({ speedUp: 50 });
  at.place.service.faults.add({ route: 'folders.create', kind: 'status', status: 503, count: 'always' });
  save(at.place, 'Court/Claim.docx');
  await at.place.allFiled(1);
  expect(filedAs(at.place, 'Claim.docx')).toMatchObject([{ folderId: null }]);
});

test('a folder made here and renamed by a colleague has its directory renamed', async () => {
  await using at = await desk();
  const { place } = at;
  save(place, 'Court/Claim.docx');
  await place.allFiled(1);
  place.service.colleague.renameFolder(folderNamed(place, 'Court') ?? '', 'High Court');
  await historyRead(place);
  const paths = () => place.workspace.stores.links.folders(place.matterId).map(({ path }) => path);
  await expect.poll(paths, eventually).toContain('High Court');
});

test('a directory whose folder a colleague deleted is made a folder anew, once, for what is saved in it', async () => {
  await using at = await desk();
  const { place } = at;
  save(place, 'Court/Claim.docx');
  await place.allFiled(1);
  place.service.colleague.deleteFolder(folderNamed(place, 'Court') ?? '');
  await historyRead(place);
  save(place, 'Court/Reply.docx');
  await place.allFiled(2);
  const anew = folderNamed(place, 'Court');
  expect(anew).toBeDefined();
  await expect.poll(() => filedAs(place, 'Reply.docx')[0]?.folderId, eventually).toBe(anew);
  expect(at.made()).toBe(2);
});

/** A service that writes ids of folders in capitals in its lists, and as ever in its histories. */
const listsInCapitals: Exchange = async (outgoing) => {
  const url = new URL(outgoing.url);
  url.pathname = url.pathname.replace(/(?<=folders\/)[0-9A-F-]{36}/, (id) => id.toLowerCase());
  const { bytesFrom: _, ...rest } = outgoing;
  const answer = await exchange({ ...rest, url });
  const isList = outgoing.method === 'GET' && /\/folders(\/[^/]+(\/path)?)?$/.test(url.pathname);
  if (!answer.ok || !isList) return answer;
  const inCapitals = (value: string) => value.replaceAll(/"[0-9a-f-]{36}"/g, (id) => id.toUpperCase());
  return { ok: true, value: { ...answer.value, body: inCapitals(answer.value.body) } };
};

test('a folder that a colleague made, which no history showed yet, is that one though the service lists its id in capitals', async () => {
  await using place = await openWorkplace({
    ...{ variants: beyondTheSpecification, requestLimit: quickly, http: { exchange: listsInCapitals } },
    before: (service, matterId) => void service.colleague.createFolder(matterId, 'Court'),
  });
  const { service, matterId, folder, workspace } = place;
  const court = folderNamed(place, 'Court') as FolderId;
  await expect.poll(() => existsSync(join(folder, 'Court')), eventually).toBe(true);
  workspace.awake('out-of-sight');
  const own = service.colleague.createFolder(matterId, '2024', court);
  save(place, 'Court/2024/Claim.docx');
  await place.allFiled(1);
  expect(folders(place).filter((path) => path === '/Court/2024')).toHaveLength(1);
  expect(filedAs(place, 'Claim.docx')).toMatchObject([{ folderId: own }]);
  await historyRead(place, court);
  const mapped = () => workspace.stores.links.folders(matterId).find(({ path }) => path === 'Court/2024');
  await expect.poll(() => mapped()?.folderId, eventually).toBe(own);
  expect(readdirSync(join(folder, 'Court'))).toEqual(['2024']);
  save(place, 'Court/2024/Claim.docx', 'second');
  await place.allFiled(2);
  expect(filedAs(place, 'Claim.docx')).toMatchObject([{ folderId: own }]);
});

test('a folder renamed here is told, where the service writes its id in capitals', async () => {
  await using place = await openWorkplace({
    ...{ variants: beyondTheSpecification, requestLimit: quickly, http: { exchange: listsInCapitals } },
    before: (service, matterId) => void service.colleague.createFolder(matterId, 'Court'),
  });
  save(place, 'Court/Claim.docx');
  await place.allFiled(1);
  const { foldersAgreed } = place.workspace.stores;
  const court = folderNamed(place, 'Court') as FolderId;
  await expect.poll(() => foldersAgreed.of(place.matterId).has(court), eventually).toBe(true);
  renameSync(join(place.folder, 'Court'), join(place.folder, 'High Court'));
  await expect.poll(() => folderNamed(place, 'High Court'), eventually).toBe(court);
});

test.each(['before', 'as it leaves'] as const)(
  'a pause that begins %s keeps a new folder and what is in it here until the person goes on',
  async (when) => {
    let pause = () => {};
    await using at = await desk({
      speedUp: 10,
      ports: whenFoldersAreMade((now) => {
        if (now === when) pause();
      }),
    });
    const { place } = at;
    const { workspace } = place;
    const before = folders(place);
    const isPaused = () => settingOf(workspace.stores.matters, settings.isPaused);
    pause = () => {
      pause = () => {};
      pauseAll(workspace, true);
    };
    save(place, 'Court/Claim.docx');
    await expect.poll(isPaused, eventually).toBe(true);
    for (let look = 0; look < 5; look += 1) await calm(place);
    expect(at.made()).toBe(0);
    expect(folders(place)).toEqual(before);
    pauseAll(workspace, false);
    await place.allFiled(1);
    expect(at.made()).toBe(1);
    expect(folders(place)).toEqual([...before, '/Court'].toSorted());
  },
);

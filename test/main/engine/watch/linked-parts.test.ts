import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import type { FolderId } from '../../../../shared/model/index.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, linkAnother, openDesk, problemsOf, rowOf } from '../saving/desk.ts';

const link = (target: string, path: string) =>
  symlinkSync(target, path, process.platform === 'win32' ? 'junction' : 'dir');

/** What lies in a directory is moved elsewhere, and a link left in its place, as when it gets a drive of its own. */
function moveAndLink(from: string, to: string): void {
  renameSync(from, to);
  link(to, from);
}

const looksThrough = (ports: EnginePorts): EnginePorts => ({
  ...ports,
  files: { ...ports.files, isShared: async () => true },
});

/** A matter with a folder of the service, a document in it and one deeper down. */
async function withClaims(options: Parameters<typeof openDesk>[0] = {}): Promise<Workplace> {
  const place = await openDesk({
    speedUp: 5,
    before: (service, matterId) => service.colleague.createFolder(matterId, 'Claims'),
    ...options,
  });
  await expect.poll(() => existsSync(join(place.folder, 'Claims')), eventually).toBe(true);
  mkdirSync(join(place.folder, 'Claims', 'Drafts'));
  writeFileSync(join(place.folder, 'Claims', 'Brief.docx'), 'one');
  writeFileSync(join(place.folder, 'Claims', 'Drafts', 'Reply.docx'), 'a reply');
  writeFileSync(join(place.folder, 'Letter.docx'), 'a letter');
  await place.allFiled(3);
  return place;
}

/** Without the word that a drive is looked through. */
const problems = (place: Workplace) =>
  problemsOf(place).filter(({ what }) => !what.endsWith('a little later'));
const told = (place: Workplace) => problems(place).map(({ what }) => what);
const claims = '“Claims” is a link now: what is saved in it is not filed';
const captured = ({ workspace }: Workplace): string[] =>
  workspace.stores.database.prepare<[], string>('SELECT sha256 FROM save ORDER BY id').pluck().all();
const versions = (place: Workplace, name: string) => filedAs(place, name).flatMap((file) => file.versions);

test.each([
  ['while it is watched', {}],
  ['before the program starts', { closed: true }],
  ['on a drive that is looked through', { ports: looksThrough }],
] as const)(
  'a folder of documents that becomes a link %s is told once, and neither filed through it nor taken for removed',
  async (_, { ports, closed }: { ports?: typeof looksThrough; closed?: true }) => {
    await using place = await withClaims(ports && { ports });
    const inside = join(place.folder, 'Claims');
    const elsewhere = join(place.directory, 'Another drive');
    if (closed) await place.engine.stop();
    moveAndLink(inside, elsewhere);
    // Saved in that very moment, behind the link.
    writeFileSync(join(elsewhere, 'Brief.docx'), 'two');
    writeFileSync(join(elsewhere, 'New.docx'), 'new');
    if (closed) await place.restartEngine();
    await expect.poll(() => told(place), eventually).toEqual([claims]);
    expect(problems(place)).toMatchObject([{ subject: 'Claims', actions: ['show-in-folder'] }]);
    const [problem] = problems(place);
    await calm(place);
    expect(problems(place)).toEqual([problem]);
    for (const name of ['Brief.docx', 'Reply.docx']) expect(rowOf(place, name)?.state).toBe('filed');
    expect(captured(place)).not.toContain(sha256('two'));
    expect(filedAs(place, 'New.docx')).toEqual([]);
    expect(place.workspace.watches.unread).toBe(0);

    rmSync(inside);
    renameSync(elsewhere, inside);
    await expect.poll(() => told(place), eventually).toEqual([]);
    await expect.poll(() => versions(place, 'Brief.docx'), eventually).toEqual(['one', 'two'].map(sha256));
    await expect.poll(() => versions(place, 'New.docx'), eventually).toEqual([sha256('new')]);
    expect(problems(place)).toEqual([]);
  },
);

test('nothing is asked of what a link leads to: its drive may not answer', async () => {
  const asked: string[] = [];
  await using place = await withClaims({
    ports: (ports) => ({
      ...ports,
      files: {
        ...ports.files,
        facts(path) {
          asked.push(path);
          return ports.files.facts(path);
        },
      },
    }),
  });
  const inside = join(place.folder, 'Claims');
  await place.engine.stop();
  moveAndLink(inside, join(place.directory, 'Another drive'));
  asked.length = 0;
  await place.restartEngine();
  await expect.poll(() => told(place), eventually).toEqual([claims]);
  await calm(place);
  expect(asked).toContain(inside);
  expect(asked.filter((path) => path.startsWith(join(inside, '/')))).toEqual([]);
});

test('what the service does with folders in one that became a link is not done where the link leads', async () => {
  let drafts = '';
  await using place = await openDesk({
    speedUp: 5,
    before(service, matterId) {
      const folderId = service.colleague.createFolder(matterId, 'Claims');
      drafts = service.colleague.createFolder(matterId, 'Drafts', folderId);
    },
  });
  const { workspace, matterId, folder, directory, service } = place;
  const inside = join(folder, 'Claims');
  await expect.poll(() => existsSync(join(inside, 'Drafts')), eventually).toBe(true);
  const elsewhere = join(directory, 'Another drive');
  moveAndLink(inside, elsewhere);
  await expect.poll(() => told(place), eventually).toEqual([claims]);
  service.colleague.renameFolder(drafts, 'Final');
  service.colleague.createFolder(matterId, 'Counsel', drafts);
  workspace.poller.look(matterId);
  const known = () => workspace.stores.documents.folders(matterId).map(({ name }) => name);
  await expect.poll(known, eventually).toEqual(expect.arrayContaining(['Final', 'Counsel']));
  await workspace.watches.mirror(matterId);
  expect(readdirSync(elsewhere, { recursive: true })).toEqual(['Drafts']);

  rmSync(inside);
  renameSync(elsewhere, inside);
  await expect.poll(() => told(place), eventually).toEqual([]);
  await expect.poll(() => existsSync(join(inside, 'Final', 'Counsel')), eventually).toBe(true);
});

test('no directory is made beside one that was moved behind a link while it was made', async () => {
  let moved: 'not yet' | 'away' | 'and linked' = 'not yet';
  const elsewhereOf = (path: string) => join(path, '../../../../Another drive');
  const isDrafts = (path: string) => path.endsWith(join('Claims', 'Drafts'));
  await using place = await openDesk({
    speedUp: 5,
    before(service, matterId) {
      const folderId = service.colleague.createFolder(matterId, 'Claims');
      service.colleague.createFolder(matterId, 'Drafts', folderId);
    },
    ports: (ports) => ({
      ...ports,
      files: {
        ...ports.files,
        async makeDirectory(path) {
          await ports.files.makeDirectory(path);
          if (!isDrafts(path)) return;
          renameSync(dirname(path), elsewhereOf(path));
          moved = 'away';
        },
        async facts(path) {
          const facts = await ports.files.facts(path);
          if (moved === 'away' && isDrafts(path)) {
            link(elsewhereOf(path), dirname(path));
            moved = 'and linked';
          }
          return facts;
        },
      },
    }),
  });
  await expect.poll(() => moved, eventually).toBe('and linked');
  await expect.poll(() => told(place), eventually).toEqual([claims]);
  await place.workspace.watches.mirror(place.matterId);
  expect(readdirSync(join(place.directory, 'Another drive'))).toEqual(['Drafts']);
});

test('no directory is renamed behind a link that was put there in the instant before', async () => {
  let drafts = '';
  let isLinked = false;
  await using place = await openDesk({
    speedUp: 5,
    before(service, matterId) {
      const folderId = service.colleague.createFolder(matterId, 'Claims');
      drafts = service.colleague.createFolder(matterId, 'Drafts', folderId);
    },
    ports: (ports) => ({
      ...ports,
      files: {
        ...ports.files,
        async facts(path) {
          const facts = await ports.files.facts(path);
          if (!isLinked && path.endsWith(join('Claims', 'Final'))) {
            moveAndLink(dirname(path), join(dirname(path), '../../../Another drive'));
            isLinked = true;
          }
          return facts;
        },
      },
    }),
  });
  const { workspace, matterId, service, directory } = place;
  const isKnown = () => workspace.stores.links.folders(matterId).some(({ folderId }) => folderId === drafts);
  await expect.poll(isKnown, eventually).toBe(true);
  service.colleague.renameFolder(drafts, 'Final');
  workspace.poller.look(matterId);
  await expect.poll(() => isLinked, eventually).toBe(true);
  await expect.poll(() => told(place), eventually).toEqual([claims]);
  expect(readdirSync(join(directory, 'Another drive'))).toEqual(['Drafts']);
});

test('a folder that became a link to nothing is told, and its documents count as removed once the link is removed', async () => {
  await using place = await withClaims();
  const inside = join(place.folder, 'Claims');
  rmSync(inside, { recursive: true });
  link(join(place.directory, 'nowhere'), inside);
  await expect.poll(() => told(place), eventually).toEqual([claims]);
  await calm(place);
  expect(rowOf(place, 'Brief.docx')?.state).toBe('filed');
  rmSync(inside);
  await expect.poll(() => told(place), eventually).toEqual([]);
  for (const name of ['Brief.docx', 'Reply.docx'])
    await expect.poll(() => rowOf(place, name)?.state, eventually).toBe('removed-here');
});

test('a document of the same name in another matter’s folder is not filed through a link to it', async () => {
  await using place = await withClaims();
  const other = await linkAnother(place);
  mkdirSync(join(other.folder, 'Claims'));
  writeFileSync(join(other.folder, 'Claims', 'Brief.docx'), 'of another client');
  await place.allFiled(4);
  rmSync(join(place.folder, 'Claims'), { recursive: true });
  link(join(other.folder, 'Claims'), join(place.folder, 'Claims'));
  await expect.poll(() => told(place), eventually).toEqual([claims]);
  writeFileSync(join(other.folder, 'Claims', 'Brief.docx'), 'of another client, again');
  await calm(place);
  expect(versions(place, 'Brief.docx')).toEqual([sha256('one')]);
});

test.each([
  ['while it is watched', {}],
  ['on a drive that is looked through', { ports: looksThrough }],
] as const)(
  'a folder without documents that becomes a link %s is told as well; a link that never was a folder is none',
  async (_, options) => {
    await using place = await openDesk({
      speedUp: 5,
      before: (service, matterId) => service.colleague.createFolder(matterId, 'Claims'),
      ...options,
    });
    const inside = join(place.folder, 'Claims');
    await expect.poll(() => existsSync(inside), eventually).toBe(true);
    await expect.poll(() => place.workspace.watches.looking, eventually).toBe(0);
    link(place.directory, join(place.folder, 'Never a folder'));
    moveAndLink(inside, join(place.directory, 'Another drive'));
    await expect.poll(() => told(place), eventually).toEqual([claims]);
    await calm(place);
    expect(told(place)).toEqual([claims]);
    const left = async () => (await place.workspace.notFiled.list(place.matterId)).map(({ path }) => path);
    await expect.poll(left, eventually).toEqual(['Claims', 'Never a folder']);
  },
);

test('a folder that is moved within the matter’s folder with a link left in its place: its documents are the same', async () => {
  await using place = await withClaims();
  const folderId = place.service.foldersOf(place.matterId).find(({ name }) => name === 'Claims')
    ?.folderId as FolderId;
  mkdirSync(join(place.folder, 'Archive'));
  moveAndLink(join(place.folder, 'Claims'), join(place.folder, 'Archive', 'Claims'));
  await calm(place);
  writeFileSync(join(place.folder, 'Archive', 'Claims', 'Brief.docx'), 'two');
  await expect.poll(() => versions(place, 'Brief.docx'), eventually).toEqual(['one', 'two'].map(sha256));
  expect(filedAs(place, 'Brief.docx')).toMatchObject([{ folderId }]);
  expect(filedAs(place, 'Reply.docx')).toHaveLength(1);
  await expect.poll(() => told(place), eventually).toEqual([]);
});

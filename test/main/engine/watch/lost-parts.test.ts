import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import type { FolderId } from '../../../../shared/model/index.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, openDesk, problemsOf, rowOf } from '../saving/desk.ts';

/** A matter whose subfolder “Scans” is the place of a drive. */
class Drive {
  /** Device number of what stands there; null when it is the one of everything beside it. */
  device: number | null = 7;
  readonly part: string;

  constructor(part: string) {
    this.part = part;
  }

  ports = (ports: EnginePorts): EnginePorts => ({
    ...ports,
    files: {
      ...ports.files,
      facts: async (path) => {
        const facts = await ports.files.facts(path);
        const isOnIt = path.endsWith(`/${this.part}`) || path.includes(`/${this.part}/`);
        if (!facts || !isOnIt || this.device === null) return facts;
        return { ...facts, inode: facts.inode.replace(/^\d+/, String(this.device)) };
      },
    },
  });

  /** What is on it is gone, and the directory that it was connected to shows. */
  away(place: Workplace): void {
    renameSync(join(place.folder, this.part), join(place.directory, 'The drive'));
    mkdirSync(join(place.folder, this.part));
    this.device = null;
  }

  back(place: Workplace, device = 7): void {
    renameSync(join(place.folder, this.part), join(place.directory, 'Hidden'));
    renameSync(join(place.directory, 'The drive'), join(place.folder, this.part));
    this.device = device;
  }
}

const names = ['One.pdf', 'Two.pdf', 'Three.pdf'];

async function withScans(
  part: string,
  options: Parameters<typeof openDesk>[0] = {},
): Promise<{ place: Workplace; drive: Drive }> {
  const drive = new Drive(part);
  const place = await openDesk({ speedUp: 5, ports: drive.ports, ...options });
  await vi.waitUntil(() => !options.before || existsSync(join(place.folder, part)), eventually);
  mkdirSync(join(place.folder, part, '2026'), { recursive: true });
  for (const name of names) writeFileSync(join(place.folder, part, '2026', name), `content of ${name}`);
  writeFileSync(join(place.folder, 'Letter.docx'), 'a letter');
  await place.allFiled(names.length + 1);
  return { place, drive };
}

const told = (place: Workplace) => problemsOf(place).map(({ what }) => what);
const away = 'The documents of “Scans” are away with their drive';
const states = (place: Workplace) => names.map((name) => rowOf(place, name)?.state);
const filed = ['filed', 'filed', 'filed'];
const versions = (place: Workplace, name: string) => filedAs(place, name).flatMap((file) => file.versions);

test.each([
  ['a folder of the service', true, 'while it is watched'],
  ['a folder of the service', true, 'while the program does not run'],
  ['any folder', false, 'while it is watched'],
  ['any folder', false, 'while the program does not run'],
] as const)(
  'the drive of a subfolder (%s, %s) is away %s: its documents stay as they are, and a stray file there is not filed',
  async (_, isOfService, when) => {
    const { place: opened, drive } = await withScans(
      'Scans',
      isOfService
        ? { before: (service, matterId) => void service.colleague.createFolder(matterId, 'Scans') }
        : {},
    );
    await using place = opened;
    const scans = join(place.folder, 'Scans');
    if (when !== 'while it is watched') await place.engine.stop();
    drive.away(place);
    mkdirSync(join(scans, '2026'));
    writeFileSync(join(scans, '2026', 'One.pdf'), 'a stray file of the same name');
    writeFileSync(join(scans, 'Stray.pdf'), 'a stray file');
    if (when !== 'while it is watched') await place.restartEngine();
    await expect.poll(() => told(place), eventually).toEqual([away]);
    expect(problemsOf(place)).toMatchObject([{ subject: 'Scans', actions: ['show-in-folder'] }]);
    await calm(place);
    expect(told(place)).toEqual([away]);
    expect(states(place)).toEqual(filed);
    expect(versions(place, 'One.pdf')).toEqual([sha256('content of One.pdf')]);
    expect(filedAs(place, 'Stray.pdf')).toEqual([]);
    expect(place.workspace.watches.unread).toBe(0);

    // A copy of one, taken from elsewhere, is another document: the one on the drive did not become it.
    writeFileSync(join(place.folder, 'Copy.pdf'), 'content of Two.pdf');
    await expect.poll(() => versions(place, 'Copy.pdf'), eventually).toHaveLength(1);
    expect(versions(place, 'Two.pdf')).toHaveLength(1);

    drive.back(place);
    await expect.poll(() => told(place), eventually).toEqual([]);
    writeFileSync(join(scans, '2026', 'Two.pdf'), 'two, again');
    await expect
      .poll(() => versions(place, 'Two.pdf'), eventually)
      .toEqual([sha256('content of Two.pdf'), sha256('two, again')]);
    await calm(place);
    expect(told(place)).toEqual([]);
    expect(states(place)).toEqual(filed);
  },
);

test('another drive that stands in the place of a subfolder’s is not filed as it, with the same device number either', async () => {
  const { place: opened, drive } = await withScans('Scans');
  await using place = opened;
  await place.engine.stop();
  drive.away(place);
  drive.device = 7;
  mkdirSync(join(place.folder, 'Scans', '2026'));
  writeFileSync(join(place.folder, 'Scans', '2026', 'One.pdf'), 'of another client');
  await place.restartEngine();
  await expect.poll(() => told(place), eventually).toEqual([away]);
  await calm(place);
  expect(versions(place, 'One.pdf')).toEqual([sha256('content of One.pdf')]);
  expect(states(place)).toEqual(filed);
});

test('a drive that shows another device number when it is back is the same drive', async () => {
  const { place: opened, drive } = await withScans('Scans');
  await using place = opened;
  await place.engine.stop();
  drive.device = 8;
  rmSync(join(place.folder, 'Scans', '2026', 'One.pdf'));
  rmSync(join(place.folder, 'Scans', '2026', 'Two.pdf'));
  await place.restartEngine();
  await expect.poll(() => states(place), eventually).toEqual(['removed-here', 'removed-here', 'filed']);
  await calm(place);
  expect(told(place)).toEqual([]);
});

test('documents copied from the drive into an ordinary folder in its place are what they were', async () => {
  const { place: opened, drive } = await withScans('Scans');
  await using place = opened;
  await place.engine.stop();
  drive.away(place);
  const inside = join(place.folder, 'Scans', '2026');
  cpSync(join(place.directory, 'The drive', '2026'), inside, { recursive: true, preserveTimestamps: true });
  await place.restartEngine();
  writeFileSync(join(inside, 'One.pdf'), 'one, again');
  await expect
    .poll(() => versions(place, 'One.pdf'), eventually)
    .toEqual([sha256('content of One.pdf'), sha256('one, again')]);
  await calm(place);
  expect(told(place)).toEqual([]);
  // From then on it is a folder like any other.
  for (const name of names) rmSync(join(inside, name));
  writeFileSync(join(inside, 'New.pdf'), 'new');
  await expect.poll(() => versions(place, 'New.pdf'), eventually).toEqual([sha256('new')]);
  expect(told(place)).toEqual([]);
});

test('the place of a drive that the person deletes: its documents count as removed', async () => {
  const { place: opened, drive } = await withScans('Scans');
  await using place = opened;
  drive.away(place);
  await expect.poll(() => told(place), eventually).toEqual([away]);
  rmSync(join(place.folder, 'Scans'), { recursive: true });
  await expect
    .poll(() => states(place), eventually)
    .toEqual(['removed-here', 'removed-here', 'removed-here']);
  expect(told(place)).toEqual([]);
});

test('nothing is added to or restored into the place of a subfolder’s drive that is away, and no folder is made there', async () => {
  const { place: opened, drive } = await withScans('Scans', {
    before: (service, matterId) => void service.colleague.createFolder(matterId, 'Scans'),
  });
  await using place = opened;
  const { workspace, matterId, service } = place;
  const file = workspace.stores.links.file(matterId, 'Scans/2026/One.pdf');
  if (!file) throw new Error('it is not known');
  const [version] = workspace.stores.saves.versionsOf(matterId, file.fileId);
  const scans = service.foldersOf(matterId).find(({ name }) => name === 'Scans')?.folderId as FolderId;
  drive.away(place);
  writeFileSync(join(place.folder, 'Scans', 'Stray.pdf'), 'a stray file');
  await expect.poll(() => told(place), eventually).toEqual([away]);
  const outside = join(place.directory, 'Outside.docx');
  writeFileSync(outside, 'from outside');
  const refused = { ok: false, error: { code: 'folder-missing' } };
  expect(await workspace.adder.add(matterId, scans, [outside])).toMatchObject(refused);
  expect(await workspace.restorer.restore(matterId, file.fileId, `save:${version?.id}`)).toMatchObject(
    refused,
  );
  service.colleague.createFolder(matterId, 'Drafts', scans);
  workspace.poller.look(matterId);
  const known = () => workspace.stores.documents.folders(matterId).map(({ name }) => name);
  await expect.poll(known, eventually).toContain('Drafts');
  await workspace.watches.mirror(matterId);
  expect(readdirSync(join(place.folder, 'Scans'))).toEqual(['Stray.pdf']);
});

import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { factsFrom } from '../../../../main/engine/platform/facts-from.ts';
import { moveNewOn, placeholder } from '../../../../main/engine/platform/move-new.ts';
import { comparable } from '../../../../main/engine/store/comparable.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { onExFat } from '../../../support/other-disks.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, openDesk, problemsOf, savedNames } from '../saving/desk.ts';

const idOf = ({ workspace, matterId }: Workplace, name: string) =>
  workspace.stores.links.file(matterId, name)?.fileId as FileId;

test('on a disk without second names a document can be added, renamed, restored and the log exported, over nothing', async () => {
  await using place = await openDesk({ ports: onExFat });
  const { workspace, matterId, folder, directory } = place;
  const outside = join(directory, 'Brief.docx');
  writeFileSync(outside, 'a brief');
  for (const name of ['Brief.docx', 'Brief (2).docx'])
    expect(await workspace.adder.add(matterId, null, [outside])).toMatchObject({
      ok: true,
      value: [{ outcome: 'added', name }],
    });
  await calm(place);
  const fileId = idOf(place, 'Brief.docx');
  expect(await workspace.renamer.rename({ matterId, fileId, name: 'Brief (2).docx' })).toMatchObject({
    ok: false,
    error: { code: 'name-taken' },
  });
  expect(await workspace.renamer.rename({ matterId, fileId, name: 'Final.docx' })).toMatchObject({
    ok: true,
  });
  await calm(place);
  expect(filedAs(place, 'Final.docx')).toMatchObject([{ fileId, versions: [sha256('a brief')] }]);
  rmSync(join(folder, 'Final.docx'));
  await expect
    .poll(() => workspace.stores.links.fileOfDocument(matterId, fileId)?.removed, eventually)
    .toBe(true);
  const [version] = workspace.stores.saves.versionsOf(matterId, fileId);
  expect(await workspace.restorer.restore(matterId, fileId, `save:${version?.id}`)).toMatchObject({
    ok: true,
  });
  expect(readFileSync(join(folder, 'Final.docx'), 'utf8')).toBe('a brief');
  const path = join(directory, 'Log.jsonl');
  writeFileSync(path, 'somebody’s');
  const exported = await workspace.custodyExporter.export({
    ...{ scope: 'all', matterId: null, fileId: null, format: 'json', path, version: '1' },
  });
  expect(exported).toMatchObject({ ok: true, value: { path: join(directory, 'Log (2).jsonl') } });
  expect(readFileSync(path, 'utf8')).toBe('somebody’s');
  await calm(place);
  expect(savedNames(place)).toEqual(['Brief (2).docx', 'Brief.docx', 'Final.docx']);
  expect(problemsOf(place)).toEqual([]);
});

test('a document that cannot be renamed because a program has it open on Windows stays one document under one name', async () => {
  const refuse = () => {
    throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
  };
  await using place = await openDesk({
    ports: (ports) => ({
      ...ports,
      files: { ...ports.files, moveNew: moveNewOn({ trustsLinks: false, renameSync: refuse }) },
    }),
  });
  const { workspace, matterId, folder } = place;
  writeFileSync(join(folder, 'Draft.docx'), 'a draft');
  await place.allFiled();
  const fileId = idOf(place, 'Draft.docx');
  expect(await workspace.renamer.rename({ matterId, fileId, name: 'Final.docx' })).toMatchObject({
    ok: false,
    error: { code: 'not-permitted', why: expect.stringContaining('EBUSY') },
  });
  await calm(place);
  expect(readdirSync(folder)).not.toContain('Final.docx');
  expect(savedNames(place)).toEqual(['Draft.docx']);
});

/** What a kill leaves in the folder, at any instant of renaming or adding. */
const cuts: Record<string, (from: string, to: string, reserved?: (inode: string) => void) => void> = {
  'its new name linked': (from, to) => linkSync(from, to),
  'its new name kept free': (_, to) => writeFileSync(to, placeholder),
  'a part of what keeps its new name free, as a power cut leaves it': (_, to) =>
    writeFileSync(to, placeholder.slice(0, 43)),
  'zeros in what keeps its new name free': (_, to) =>
    writeFileSync(to, placeholder.slice(0, 30).padEnd(placeholder.length, '\0')),
  'its new name made': (_, to, reserved) => {
    writeFileSync(to, '');
    reserved?.(factsFrom(statSync(to, { bigint: true })).inode);
  },
  'nothing done': () => undefined,
};

test.each(Object.entries(cuts))(
  'killed while a document was renamed, with %s, the document has one name and is one document',
  async (_, cut) => {
    const never = new Promise<never>(() => {});
    let wasKilled = false;
    await using place = await openDesk({
      ports: (ports) => ({
        ...ports,
        files: {
          ...ports.files,
          moveNew(from, to, _reserving, reserved) {
            wasKilled = true;
            cut(from, to, reserved);
            return never;
          },
        },
      }),
    });
    const { workspace, matterId, folder } = place;
    writeFileSync(join(folder, 'Draft.docx'), 'a draft');
    await place.allFiled();
    const fileId = idOf(place, 'Draft.docx');
    // Nothing of what the kill leaves is seen before.
    await workspace.watches.stop();
    void workspace.renamer.rename({ matterId, fileId, name: 'Final.docx' });
    await expect.poll(() => wasKilled, eventually).toBe(true);
    await place.restartEngine();
    await calm(place);
    expect(readdirSync(folder).filter((name) => name.endsWith('.docx'))).toEqual(['Draft.docx']);
    expect(savedNames(place)).toEqual(['Draft.docx']);
    expect(filedAs(place, 'Draft.docx')).toMatchObject([{ fileId, versions: [sha256('a draft')] }]);
  },
);

test('an empty file of the person at the name of a rename that never began stays', async () => {
  await using place = await openDesk();
  const [from, to] = [join(place.folder, 'Draft.docx'), join(place.folder, 'Notes.docx')];
  writeFileSync(from, 'draft');
  await place.allFiled();
  // Killed between the journal entry and the rename.
  place.workspace.stores.matters.putSetting('moving', JSON.stringify([{ from, to }]));
  await place.engine.stop();
  writeFileSync(to, '');
  await place.restartEngine();
  expect(place.workspace.stores.matters.setting('moving')).toBe('[]');
  expect(existsSync(to)).toBe(true);
});

test('a name that is only kept free for a document is no document', async () => {
  await using place = await openDesk();
  writeFileSync(join(place.folder, 'Reserved.docx'), placeholder);
  await calm(place);
  await calm(place);
  expect(savedNames(place)).toEqual([]);
  writeFileSync(join(place.folder, 'Reserved.docx'), 'the document');
  await calm(place);
  expect(filedAs(place, 'Reserved.docx')).toMatchObject([{ versions: [sha256('the document')] }]);
});

/** The name that is really there for one that Windows or macOS would take for it. */
function spelled(path: string): string {
  if (existsSync(path)) return path;
  const names = existsSync(dirname(path)) ? readdirSync(dirname(path)) : [];
  const name = names.find((one) => comparable(one) === comparable(basename(path)));
  return name === undefined ? path : join(dirname(path), name);
}
const caseBlind = (ports: EnginePorts): EnginePorts => ({
  ...ports,
  files: {
    ...ports.files,
    facts: (path) => ports.files.facts(spelled(path)),
    read: (path) => ports.files.read(spelled(path)),
    real: (path) => ports.files.real(spelled(path)),
    async moveNew(from, to) {
      const there = spelled(to);
      if (there === to || there !== from) return ports.files.moveNew(from, to);
      renameSync(from, to);
    },
  },
});

test('a document whose name is changed in the window in case alone, where case makes no difference, is the same document', async () => {
  await using place = await openDesk({ ports: caseBlind });
  const { workspace, matterId, folder } = place;
  writeFileSync(join(folder, 'claim form.pdf'), 'content');
  await place.allFiled();
  const fileId = idOf(place, 'claim form.pdf');
  const renamed = await workspace.renamer.rename({ matterId, fileId, name: 'Claim Form.pdf' });
  expect(renamed).toMatchObject({ ok: true });
  await expect.poll(() => idOf(place, 'Claim Form.pdf'), eventually).toBe(fileId);
  writeFileSync(join(folder, 'Claim Form.pdf'), 'content, again');
  const versions = () => filedAs(place, 'Claim Form.pdf')[0]?.versions;
  await expect.poll(versions, eventually).toHaveLength(2);
  await calm(place);
  expect(filedAs(place, 'Claim Form.pdf')).toMatchObject([
    { fileId, versions: [sha256('content'), sha256('content, again')] },
  ]);
});

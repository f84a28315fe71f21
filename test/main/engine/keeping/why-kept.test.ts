import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CaptureTurns } from '../../../../main/engine/features/capture/capture-turns.ts';
import { freeSpace, whyKept } from '../../../../main/engine/features/keeping/free-space.ts';
import type { LocalFile } from '../../../../main/engine/store/links.ts';
import { ofUnknownDescent, writeProblem } from '../../../../main/engine/store/save-problem.ts';
import type { Stores } from '../../../../main/engine/store/stores.ts';
import { historyRead, twoWayPlace } from '../../../support/colleague-documents.ts';
import { fileIdOf, saved } from '../../../support/versions.ts';
import { sha256 } from '../../../support/workplace.ts';

/** The brief, filed from here and unchanged since: it may go. */
async function withFiled() {
  const place = await twoWayPlace();
  const path = await saved(place, 'Brief.docx', 'mine');
  const { stores } = place.workspace;
  const file = stores.links.file(place.matterId, 'Brief.docx');
  if (!file) throw new Error('it is not known');
  expect(whyKept(stores, file)).toBeNull();
  return { place, path, stores, file };
}

function adds(stores: Stores, file: LocalFile, kind: 'content' | 'metadata'): void {
  const { matterId, fileId, path, sha256: hash, size } = file;
  stores.outbox.add({
    ...{ matterId, fileId, kind, path, name: path, sha256: hash, size },
    ...{ capturedAt: Date.now(), state: 'waiting', problem: null },
  });
}

type Change = readonly [
  what: string,
  why: 'changed' | 'not-filed',
  (stores: Stores, file: LocalFile) => void,
];
const changes: readonly Change[] = [
  ['is not known', 'changed', ({ links }, { matterId, path }) => links.forgetFile(matterId, path)],
  ['was removed', 'changed', ({ links }, file) => links.putFile({ ...file, removed: true })],
  [
    'has another name',
    'changed',
    ({ links }, file) => {
      links.forgetFile(file.matterId, file.path);
      links.putFile({ ...file, path: 'Final.docx' });
    },
  ],
  [
    'has another content',
    'changed',
    ({ links }, file) => links.putFile({ ...file, sha256: sha256('other') }),
  ],
  [
    'is in a directory that only the person says is the folder',
    'changed',
    ({ links }, file) => links.putFile({ ...file, doubted: true }),
  ],
  ['has something on its way', 'not-filed', (stores, file) => adds(stores, file, 'metadata')],
  [
    'is kept unfiled by the person',
    'not-filed',
    (stores, file) => {
      adds(stores, file, 'content');
      for (const { id } of stores.saves.openOf(file.matterId, file.fileId)) {
        stores.outbox.needsPerson(id, writeProblem(ofUnknownDescent('Brief.docx')));
        stores.outbox.keepUnfiled(id);
      }
    },
  ],
  [
    'is not proven to be filed',
    'not-filed',
    ({ database }) =>
      void database.exec(`UPDATE save SET state = 'kept', filed_entry_id = NULL, unproven = 1`),
  ],
];

test('promise 3: no copy leaves to free space that is not what the service has', async () => {
  const { stores, file } = await withFiled();
  const reasons = changes.map(([what, , change]) => {
    let why: string | null = null;
    const undone = new Error('undone');
    expect(() =>
      stores.together(() => {
        change(stores, file);
        why = whyKept(stores, file);
        throw undone;
      }),
    ).toThrow(undone);
    return [what, why];
  });
  expect(reasons).toEqual(changes.map(([what, why]) => [what, why]));
  expect(whyKept(stores, file)).toBeNull();
});

test.each([
  ['a colleague deleted', 'not-filed'],
  ['a colleague filed a newer version of', 'not-newest'],
  ['has had its folder unlinked', 'not-now'],
] as const)('promise 3: what %s while it is looked at does not leave to free space', async (_what, why) => {
  const { place, path, stores, file } = await withFiled();
  const { matterId, workspace } = place;
  const { files, downloadsOffered, replacedFiles, clock, uniqueName } = workspace;
  downloadsOffered.showed('offered');
  const ports = { stores, clock, downloadsOffered, replacedFiles, uniqueName, onChange: () => {} };
  const isOpen: typeof files.isOpen = async (...given) => {
    const fileId = fileIdOf(place, 'Brief.docx');
    if (why === 'not-now') await workspace.unlink(matterId, 'all');
    else if (why === 'not-filed') place.service.colleague.deleteFile(fileId);
    else place.service.colleague.addVersion(fileId, 'theirs');
    await historyRead(place);
    return files.isOpen(...given);
  };
  const parts = { ...ports, files: { ...files, isOpen }, turns: new CaptureTurns() };
  expect(await freeSpace(parts, matterId, [file.fileId])).toMatchObject({ freed: 0, left: [{ why }] });
  expect(readFileSync(path, 'utf8')).toBe('mine');
});

import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CaptureTurns } from '../../../../main/engine/features/capture/capture-turns.ts';
import { fetchSteps } from '../../../../main/engine/features/fetching/fetch-steps.ts';
import { IntoFolder } from '../../../../main/engine/features/fetching/into-folder.ts';
import { rememberedFacts } from '../../../../main/engine/features/settling/racy.ts';
import type { Files } from '../../../../main/engine/platform/files.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { GroupCommit } from '../../../../main/engine/store/group-commit.ts';
import type { LocalFile } from '../../../../main/engine/store/links.ts';
import { documentRows } from '../../../../main/engine/view/document-rows.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import {
  at,
  filedByColleague,
  follow,
  historyRead,
  knownFile,
  loggedKinds,
  placed,
  twoWayPlace,
} from '../../../support/colleague-documents.ts';
import { documentsIn, saved } from '../../../support/versions.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';

const stateOf = (place: Workplace, fileId: FileId) =>
  documentRows(place.workspace.stores, place.matterId, () => null).documents.find(
    (one) => one.fileId === fileId,
  )?.state;

/** Long enough for a watch to take what is new for a save. */
const settled = async (place: Workplace) => {
  await sleep(1_000);
  await expect.poll(() => place.workspace.watches.unread, eventually).toBe(0);
};

test('a document that a colleague filed comes to its place in the matter’s folder, and is no save of anybody’s', async () => {
  const place = await twoWayPlace();
  const folderId = place.service.colleague.createFolder(place.matterId, 'Letters');
  await historyRead(place);
  const fileId = await filedByColleague(place, 'Reply.docx', 'theirs', folderId);
  expect(await placed(place, fileId)).toBe(at(place, 'Letters', 'Reply.docx'));
  expect(readFileSync(at(place, 'Letters', 'Reply.docx'), 'utf8')).toBe('theirs');
  expect(await knownFile(place, fileId)).toMatchObject({
    path: 'Letters/Reply.docx',
    sha256: sha256('theirs'),
  });
  await settled(place);
  expect(place.states()).toEqual([]);
  expect(stateOf(place, fileId)).toBe('filed');
  expect(loggedKinds(place)).toEqual(['linked', 'fetched']);
  expect(documentsIn(at(place, 'Letters'))).toEqual(['Reply.docx']);
  expect(place.service.contentOf(place.matterId, fileId)).toHaveLength(1);
});

test('for a copy that another program lets nobody read no newer version is fetched', async () => {
  let held: string | null = null;
  const busy = () => Object.assign(new Error('held'), { code: 'EBUSY' });
  const files: Files = {
    ...systemFiles,
    async *read(path, part) {
      if (path === held) throw busy();
      yield* systemFiles.read(path, part);
    },
    readSmall: (path, ...part) =>
      path === held ? Promise.reject(busy()) : systemFiles.readSmall(path, ...part),
  };
  const place = await twoWayPlace({ ports: (ports) => ({ ...ports, files }) });
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  held = await placed(place, fileId);
  await knownFile(place, fileId);
  place.service.colleague.addVersion(fileId, 'second');
  await historyRead(place);
  expect(await follow(place, fileId)).toEqual({ ok: true, value: 'open' });
  held = null;
  expect(await follow(place, fileId)).toEqual({ ok: true, value: 'replaced' });
  expect(readFileSync(at(place, 'Draft.docx'), 'utf8')).toBe('second');
});

test('what is saved into a fetched document is its next version, and asks nothing', async () => {
  const place = await twoWayPlace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  const path = (await placed(place, fileId)) ?? '';
  // Nobody waited until it is known.
  writeFileSync(path, 'second');
  await place.allFiled(1);
  // What is opened here now was saved here, and what came from the service was not.
  const { fetchedVersions } = place.workspace.stores;
  const isForeign = (text: string) => fetchedVersions.isForeign(place.matterId, fileId, sha256(text));
  expect([isForeign('first'), isForeign('second')]).toEqual([true, false]);
  expect(place.service.contentOf(place.matterId, fileId).map((one) => one.sha256)).toEqual(
    ['first', 'second'].map(sha256),
  );
});

test('nothing that stands in the folder is overwritten by what is fetched', async () => {
  const place = await twoWayPlace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'theirs');
  mkdirSync(at(place, 'Draft.docx'));
  expect(await placed(place, fileId)).toBe(at(place, 'Draft (2).docx'));
  await settled(place);
  expect(place.service.filesOf(place.matterId).find((one) => one.fileId === fileId)?.fileName).toBe(
    'Draft.docx',
  );
  expect(await knownFile(place, fileId)).toMatchObject({ path: 'Draft (2).docx' });
});

type Step = 'sync' | 'moveNew' | 'replaceExact' | 'after';

/** What fetches into the folder, in a program that is killed at this step: whatever it does after that never happens. */
function killedAt(place: Workplace, step: Step): IntoFolder {
  const { workspace } = place;
  const { stores, stagingFiles, replacedFiles } = workspace;
  let isDead = false;
  const die = (): never => {
    isDead = true;
    throw new Error('killed');
  };
  const until = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(_, name) {
        const value: unknown = Reflect.get(part, name, part);
        if (typeof value !== 'function') return value;
        return (...given: never[]) => (isDead ? die() : Reflect.apply(value, part, given));
      },
    });
  return new IntoFolder({
    isCompared: () => true,
    ...workspace,
    files: {
      ...workspace.files,
      sync: (path) => (step === 'sync' && path.includes('.matterline-') ? die() : workspace.files.sync(path)),
      async moveNew(...given) {
        if (step === 'moveNew') die();
        await workspace.files.moveNew(...given);
        if (step === 'after') die();
      },
      async replaceExact(...given) {
        if (step === 'replaceExact') die();
        const isDone = await workspace.files.replaceExact(...given);
        return step === 'after' ? die() : isDone;
      },
    },
    stores: { ...stores, incomingFiles: until(stores.incomingFiles) },
    commits: new GroupCommit(stores.database, systemFiles),
    turns: new CaptureTurns(),
    stagingFiles: until(stagingFiles),
    replacedFiles: until(replacedFiles),
    mirror: () => Promise.resolve(),
    readHistory: () => Promise.resolve(),
    markOrigin: () => Promise.resolve(),
    onChange: () => {},
  });
}

const listening = { signal: new AbortController().signal, onProgress: () => {} };

test.each<[Step, string[]]>([
  ['sync', []],
  ['moveNew', []],
  ['after', ['Draft.docx']],
])(
  'a kill while a document is fetched (%s) leaves nothing, or the document as what it is',
  async (step, left) => {
    const place = await twoWayPlace();
    const fileId = await filedByColleague(place, 'Draft.docx', 'theirs');
    const fetching = killedAt(place, step).fetch({ matterId: place.matterId, fileId }, listening);
    await expect(fetching).rejects.toThrow('killed');
    await place.restartEngine();
    await settled(place);
    expect(documentsIn(place.folder)).toEqual(left);
    expect(place.states()).toEqual([]);
    const known = left.length > 0 ? [(await knownFile(place, fileId))?.sha256] : [];
    expect(known).toEqual(left.map(() => sha256('theirs')));
  },
);

test('opening brings the newest version to its place, and any other as a copy to read', async () => {
  const place = await twoWayPlace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  place.service.colleague.addVersion(fileId, 'second');
  await historyRead(place);
  const first = JSON.parse(
    place.workspace.stores.history.ofDocumentSince(place.matterId, fileId, 0)[0]?.raw ?? '{}',
  ).id;
  const opened = async (versionId: string | null, toPlace = true) => {
    const steps = fetchSteps(
      place.workspace,
      { matterId: place.matterId, fileId },
      { versionId, toPlace },
      undefined,
    );
    for await (const step of steps) if (step.step === 'here') return step.path;
    return null;
  };
  expect(await opened(`entry:${first}`)).toMatch(/views/);
  expect(await opened(null, false)).toMatch(/views/);
  expect(await opened(null)).toBe(at(place, 'Draft.docx'));
  expect(readFileSync(at(place, 'Draft.docx'), 'utf8')).toBe('second');
});

test('the copy here has the time of its version, so that lists in the file manager say when it was changed', async () => {
  const place = await twoWayPlace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  const path = (await placed(place, fileId)) ?? '';
  const [version] = place.service.contentOf(place.matterId, fileId);
  expect(Math.abs(statSync(path).mtimeMs - (version?.createdAt ?? 0))).toBeLessThan(1_000);
});

test('a newer version by a colleague takes the place of what nobody changed here, and what stood there is kept', async () => {
  const place = await twoWayPlace();
  const path = await saved(place, 'Brief.docx', 'mine');
  const fileId = place.workspace.stores.links.file(place.matterId, 'Brief.docx')?.fileId as FileId;
  place.service.colleague.addVersion(fileId, 'theirs');
  await historyRead(place);
  expect(await follow(place, fileId)).toEqual({ ok: true, value: 'replaced' });
  expect(readFileSync(path, 'utf8')).toBe('theirs');
  await expect
    .poll(() => place.workspace.stores.links.file(place.matterId, 'Brief.docx')?.sha256, eventually)
    .toBe(sha256('theirs'));
  await settled(place);
  expect(place.states()).toEqual(['filed']);
  expect(loggedKinds(place)).toContain('replaced');
  const [kept] = place.workspace.stores.replacedFiles.all();
  expect(readFileSync(kept?.keptAs ?? '', 'utf8')).toBe('mine');
  // And what is saved now is the next version.
  writeFileSync(path, 'mine again');
  await place.allFiled(2);
  expect(place.versionsOf('Brief.docx')).toEqual(['mine', 'theirs', 'mine again'].map(sha256));
});

test('what was changed here, though nobody noticed yet, is not replaced by a colleague’s version', async () => {
  const place = await twoWayPlace();
  const path = await saved(place, 'Brief.docx', 'mine');
  const fileId = place.workspace.stores.links.file(place.matterId, 'Brief.docx')?.fileId as FileId;
  place.service.colleague.addVersion(fileId, 'theirs');
  await historyRead(place);
  writeFileSync(path, 'changed');
  expect(await follow(place, fileId)).toEqual({ ok: true, value: 'changed-here' });
  expect(readFileSync(path, 'utf8')).toBe('changed');
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'problem']);
  expect(place.versionsOf('Brief.docx')).toEqual(['mine', 'theirs'].map(sha256));
});

test('a copy of which only its bytes tell that it is as it was, because the clock was set back, gives its place to a newer version', async () => {
  const place = await twoWayPlace();
  const path = await saved(place, 'Brief.docx', 'mine');
  const { links } = place.workspace.stores;
  const file = links.file(place.matterId, 'Brief.docx') as LocalFile;
  place.service.colleague.addVersion(file.fileId, 'theirs');
  await historyRead(place);
  links.putFile({ ...file, changed: rememberedFacts({ ...file, kind: 'file' }, 0).changed });
  expect(await follow(place, file.fileId)).toEqual({ ok: true, value: 'replaced' });
  expect(readFileSync(path, 'utf8')).toBe('theirs');
});

test('over a copy that changed, and is not captured yet, no newer version is fetched', async () => {
  const place = await twoWayPlace();
  const path = await saved(place, 'Brief.docx', 'mine');
  const fileId = place.workspace.stores.links.file(place.matterId, 'Brief.docx')?.fileId as FileId;
  place.service.colleague.addVersion(fileId, 'theirs');
  await historyRead(place);
  const { faults } = place.service;
  faults.add({ route: 'storage.get', kind: 'latency', ms: 0, count: 'always' });
  writeFileSync(path, 'changed');
  expect(await follow(place, fileId)).toEqual({ ok: true, value: 'changed-here' });
  expect(faults.hits).toBe(0);
});

test('a document that is open here waits, and is followed once it was closed', async () => {
  const place = await twoWayPlace();
  const path = await saved(place, 'Brief.docx', 'mine');
  const fileId = place.workspace.stores.links.file(place.matterId, 'Brief.docx')?.fileId as FileId;
  place.service.colleague.addVersion(fileId, 'theirs');
  await historyRead(place);
  writeFileSync(at(place, '~$Brief.docx'), 'Ann');
  expect(await follow(place, fileId)).toEqual({ ok: true, value: 'open' });
  expect(readFileSync(path, 'utf8')).toBe('mine');
  renameSync(at(place, '~$Brief.docx'), `${place.folder}-closed`);
  expect(await follow(place, fileId)).toEqual({ ok: true, value: 'replaced' });
});

test.each<[Step, string]>([
  ['replaceExact', 'mine'],
  ['after', 'theirs'],
])(
  'a kill while a version is replaced (%s) leaves the one or the other, and files neither again',
  async (step, left) => {
    const place = await twoWayPlace();
    const path = await saved(place, 'Brief.docx', 'mine');
    const fileId = place.workspace.stores.links.file(place.matterId, 'Brief.docx')?.fileId as FileId;
    place.service.colleague.addVersion(fileId, 'theirs');
    await historyRead(place);
    const following = killedAt(place, step).follow({ matterId: place.matterId, fileId }, listening);
    await expect(following).rejects.toThrow('killed');
    await place.restartEngine();
    await settled(place);
    expect(readFileSync(path, 'utf8')).toBe(left);
    expect(place.states()).toEqual(['filed']);
    expect(place.versionsOf('Brief.docx')).toEqual(['mine', 'theirs'].map(sha256));
    // Both sides come to the same once nothing fails.
    expect((await follow(place, fileId)).ok).toBe(true);
    await expect.poll(() => readFileSync(path, 'utf8'), eventually).toBe('theirs');
  },
);

test('where everything beyond the specification is switched off, nothing comes into the folder', async () => {
  const place = await twoWayPlace({
    variants: { documentFiles: 'notOffered', documentFolders: 'notOffered' },
  });
  const fileId = await filedByColleague(place, 'Draft.docx', 'theirs');
  await expect(placed(place, fileId)).rejects.toThrow('not on this computer');
  expect(existsSync(at(place, 'Draft.docx'))).toBe(false);
  expect(documentsIn(place.folder)).toEqual([]);
});

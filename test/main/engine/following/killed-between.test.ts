import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FileId } from '../../../../shared/model/index.ts';
import {
  at,
  filedByColleague,
  historyRead,
  knownFile,
  loggedKinds,
  placed,
  settled,
  twoWayPlace,
} from '../../../support/colleague-documents.ts';
import { documentsIn } from '../../../support/versions.ts';
import { wastebasket } from '../../../support/wastebasket.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';

/** A document that a colleague changed, of which the program knows and which it did not follow. */
async function told(place: Workplace, change: (id: FileId) => void) {
  const id = await filedByColleague(place, 'Draft.docx', 'theirs');
  await placed(place, id);
  const file = await knownFile(place, id);
  place.workspace.downloadsOffered.set('off');
  change(id);
  await historyRead(place);
  if (!file) throw new Error('not known');
  return { id, file, seq: place.workspace.stores.history.newestSeqOf(place.matterId) };
}

test.each(['before', 'after'])(
  'killed right %s a document got the name that a colleague gave it: that is nobody’s rename here, and is told once',
  async (when) => {
    const place = await twoWayPlace();
    const { file, id, seq } = await told(place, (one) =>
      place.service.colleague.renameFile(one, 'Costs: 1/2?.docx'),
    );
    const { matterId, fileId, inode } = file;
    const to = 'Costs - 1-2-.docx';
    const change = { matterId, fileId, seq, what: 'renamed', from: 'Draft.docx', to, inode, at: 1 } as const;
    place.workspace.stores.followedChanges.put({ ...change, became: 'doing' });
    await place.engine.stop();
    if (when === 'after') renameSync(at(place, 'Draft.docx'), at(place, to));
    await place.restartEngine();
    await expect.poll(() => documentsIn(place.folder), eventually).toEqual([to]);
    await settled(place);
    expect(place.states()).toEqual([]);
    expect(loggedKinds(place).filter((kind) => kind === 'followed')).toHaveLength(1);
    const there = place.service.filesOf(matterId).find((one) => one.fileId === id);
    expect(there?.fileName).toBe('Costs: 1/2?.docx');
  },
);

/** A deleted document in the instant before it goes, and its wastebasket. */
async function aboutToGo() {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports });
  const { file, seq } = await told(place, (one) => place.service.colleague.deleteFile(one));
  const { matterId, fileId, inode, path } = file;
  const { stores, vault } = place.workspace;
  const content = { matterId, fileId, sha256: sha256('theirs'), size: 6, path, removedAt: 1 };
  stores.removedContents.put({ ...content, until: Date.now() + 1_000_000 });
  expect((await vault.capture(at(place, path))).ok).toBe(true);
  const change = { matterId, fileId, seq, what: 'removed', from: path, to: path, inode, at: 1 } as const;
  stores.together(() => {
    stores.links.isEvicted(matterId, path);
    stores.followedChanges.put({ ...change, became: 'doing' });
  });
  return { basket, place, file, content };
}

test('what was set aside and could not be given its name back is put right while the program runs, and holds nobody up', async () => {
  const { basket, place, file } = await aboutToGo();
  const { downloadsOffered, following } = place.workspace;
  mkdirSync(at(place, '.matterline-leaving-x'));
  renameSync(at(place, file.path), at(place, '.matterline-leaving-x', file.path));
  expect(following.isUnderWay(place.matterId)).toBe(true);
  downloadsOffered.set('auto');
  following.wake(place.matterId);
  await expect.poll(() => basket.contents, eventually).toEqual({ 'Draft.docx': 'theirs' });
  await expect.poll(() => following.isUnderWay(place.matterId), eventually).toBe(false);
  expect(existsSync(at(place, '.matterline-leaving-x'))).toBe(false);
});

test.each(['before', 'after'])(
  'killed right %s a deleted document went: nobody removed it here, the vault has it, and the log tells of it once',
  async (when) => {
    const { place, file, content } = await aboutToGo();
    const { matterId, fileId, path } = file;
    await place.engine.stop();
    if (when === 'after') rmSync(at(place, path));
    await place.restartEngine();
    await expect.poll(() => loggedKinds(place).includes('removed'), eventually).toBe(true);
    await settled(place);
    expect(existsSync(at(place, path))).toBe(false);
    expect(loggedKinds(place).filter((kind) => kind === 'removed')).toHaveLength(1);
    expect(place.workspace.stores.massChanges.undecided()).toEqual([]);
    const restored = await place.workspace.restorer.restore(matterId, fileId, `removed:${content.sha256}`);
    expect(restored.ok && readFileSync(at(place, path), 'utf8')).toBe('theirs');
  },
);

test('killed before a deleted document went, and renamed before the next start: the log says that it went only if it did', async () => {
  const { place } = await aboutToGo();
  await place.engine.stop();
  renameSync(at(place, 'Draft.docx'), at(place, 'Mine.docx'));
  await place.restartEngine();
  expect(documentsIn(place.folder)).toEqual(['Mine.docx']);
  await settled(place);
  // It may go all the same, under its name of now: it is deleted in the service, and what is here is filed.
  expect(loggedKinds(place).includes('removed')).toBe(!existsSync(at(place, 'Mine.docx')));
});

test.each([
  { saved: '', stands: { 'Draft.docx': 'theirs' } },
  { saved: 'saved again', stands: { 'Draft.docx': 'saved again', 'Draft (2).docx': 'theirs' } },
])(
  'killed while a deleted document was set aside for the wastebasket: it has its name back, or one with a number ($saved)',
  async ({ saved, stands }) => {
    const { place, basket } = await aboutToGo();
    await place.engine.stop();
    const aside = at(place, '.matterline-leaving-x');
    mkdirSync(aside);
    renameSync(at(place, 'Draft.docx'), `${aside}/Draft.docx`);
    if (saved) writeFileSync(at(place, 'Draft.docx'), saved);
    basket.state.isThere = false;
    await place.restartEngine();
    await settled(place);
    const content = (name: string) => readFileSync(at(place, name), 'utf8');
    const found = documentsIn(place.folder).map((name) => [name, content(name)]);
    expect(Object.fromEntries(found)).toEqual(stands);
    expect(readdirSync(place.folder).filter((name) => name.startsWith('.matterline-leaving'))).toEqual([]);
  },
);

test('killed while a deleted document was set aside in a directory that has another name at the next start: it is back there', async () => {
  const { place, basket } = await aboutToGo();
  await place.engine.stop();
  const aside = at(place, 'Letters of before', '.matterline-leaving-x');
  mkdirSync(aside, { recursive: true });
  renameSync(at(place, 'Draft.docx'), `${aside}/Draft.docx`);
  basket.state.isThere = false;
  await place.restartEngine();
  await settled(place);
  expect(readFileSync(at(place, 'Letters of before', 'Draft.docx'), 'utf8')).toBe('theirs');
  expect(loggedKinds(place)).not.toContain('removed');
});

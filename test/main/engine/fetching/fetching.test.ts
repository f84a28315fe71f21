import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { documentsIn, fileIdOf, saved, versionsOf, versionWith } from '../../../support/versions.ts';
import { eventually, openWorkplace, sha256 } from '../../../support/workplace.ts';
import {
  copiesIn,
  fetched,
  filedByColleague,
  historyRead,
  large,
  leftUnfinished,
  logged,
  offered,
  pathIn,
  requestLimit,
  views,
  workplace,
} from './desk.ts';

test('a document that a colleague filed opens as a read-only copy, and the log says which bytes were fetched', async () => {
  const { place } = await workplace();
  const content = 'What the other side wants.';
  const fileId = await filedByColleague(place, 'Their demands.docx', content);
  const path = pathIn(await fetched(place, fileId));
  expect(readFileSync(path, 'utf8')).toBe(content);
  expect(basename(path)).toMatch(/^Their demands \(\d{4}-\d\d-\d\d \d\d\.\d\d\)\.docx$/);
  expect(statSync(path).mode & 0o777).toBe(0o400);
  const [version] = place.service.contentOf(place.matterId, fileId);
  expect(logged(place)).toMatchObject([
    {
      matterId: place.matterId,
      fileId,
      relatedId: version?.documentVersionId,
      versionId: expect.any(String),
      sha256: sha256(content),
      size: content.length,
      name: 'Their demands.docx',
    },
  ]);
  expect(await place.workspace.stores.custody.check()).toMatchObject({ fault: null });
});

test('what is fetched is neither captured nor sent, and no file in the matter’s folder is touched', async () => {
  const { place } = await workplace();
  await saved(place, 'Brief.docx', 'mine');
  const before = place.states().length;
  const fileId = await filedByColleague(place, 'Reply.docx', 'theirs');
  const path = pathIn(await fetched(place, fileId));
  expect(path.startsWith(place.folder)).toBe(false);
  await saved(place, 'Marker.docx', 'marker');
  expect(place.states()).toHaveLength(before + 1);
  expect(documentsIn(place.folder).toSorted()).toEqual(['Brief.docx', 'Marker.docx']);
  expect(place.versionsOf('Reply.docx')).toEqual([sha256('theirs')]);
});

test('each version of a document opens, by whomever it was filed', async () => {
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  place.service.colleague.addVersion(fileId, 'second');
  place.service.elsewhere.addVersion(fileId, 'third');
  await historyRead(place);
  const ids = place.workspace.stores.history
    .ofDocumentSince(place.matterId, fileId, 0)
    .map(({ raw }) => `entry:${JSON.parse(raw).id}`);
  const contents = [];
  for (const id of ids) contents.push(readFileSync(pathIn(await fetched(place, fileId, id)), 'utf8'));
  expect(contents).toEqual(['first', 'second', 'third']);
});

test('a version that was fetched before is not fetched again', async () => {
  const { place, asked } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  const path = pathIn(await fetched(place, fileId));
  // Asked for by turns with versions that do not exist: that those are not given out shows that the service goes by versions.
  expect(asked).toEqual(['file', ...Array.from({ length: 4 }, () => 'download'), 'content']);
  expect(pathIn(await fetched(place, fileId))).toBe(path);
  expect(asked.slice(6)).toEqual(['file']);
  expect(logged(place)).toHaveLength(1);
  pathIn(await fetched(place, await filedByColleague(place, 'Other.docx', 'other')));
  expect(asked.slice(7)).toEqual(['file', 'download', 'content']);
});

test('a copy that somebody wrote into in spite of everything is left alone, and another one made', async () => {
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  const path = pathIn(await fetched(place, fileId));
  chmodSync(path, 0o600);
  writeFileSync(path, 'my notes');
  const other = pathIn(await fetched(place, fileId));
  expect(other).not.toBe(path);
  expect(readFileSync(other, 'utf8')).toBe('first');
  expect(readFileSync(path, 'utf8')).toBe('my notes');
});

test('what the vault has is taken from there', async () => {
  const { place, asked } = await workplace();
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  const id = versionWith(place, 'Brief.docx', 'one');
  const fileId = fileIdOf(place, 'Brief.docx');
  expect(readFileSync(pathIn(await fetched(place, fileId, id)), 'utf8')).toBe('one');
  expect(readFileSync(pathIn(await fetched(place, fileId)), 'utf8')).toBe('two');
  expect(asked).toEqual(['file']);
  expect(logged(place)).toEqual([]);
  expect(readFileSync(path, 'utf8')).toBe('two');
});

test('what was saved here and is no longer kept comes back from the service, if it is the very content', async () => {
  const { place } = await workplace();
  await saved(place, 'Brief.docx', 'one', 'two');
  const id = versionWith(place, 'Brief.docx', 'one');
  const { keeper, vault } = place.workspace;
  await vault.remove(() => [sha256('one')]);
  keeper.setLimits({ maxBytes: null, maxAgeDays: null });
  expect(versionsOf(place, 'Brief.docx').at(-1)).toMatchObject({ here: false });
  const fileId = fileIdOf(place, 'Brief.docx');
  // The service, not the storage, is wrong: it has another content of the same length for this version.
  place.service.variants.storageDigests = 'none';
  const remove = place.service.faults.add({ route: 'storage.get', kind: 'wrongBytes' });
  expect(await fetched(place, fileId, id)).toMatchObject({ ok: false, error: { code: 'service-failed' } });
  remove();
  expect(readFileSync(pathIn(await fetched(place, fileId, id)), 'utf8')).toBe('one');
  expect(logged(place)).toMatchObject([{ sha256: sha256('one') }]);
});

test('offline, what this computer has opens as what it is, and the rest is said to be out of reach', async () => {
  const { place } = await workplace();
  await saved(place, 'Brief.docx', 'mine');
  const theirs = await filedByColleague(place, 'Reply.docx', 'theirs');
  const fileId = fileIdOf(place, 'Brief.docx');
  await place.stopService();
  const newest = await fetched(place, fileId);
  expect(newest).toMatchObject({ ok: true, value: { isChecked: false } });
  expect(readFileSync(pathIn(newest), 'utf8')).toBe('mine');
  expect(await fetched(place, theirs)).toMatchObject({ ok: false, error: { code: 'offline' } });
  expect(place.workspace.fetcher.hasKept({ matterId: place.matterId, fileId: theirs })).toBe(false);
  await place.restartService();
});

test('a run that was cut off leaves nothing unfinished', async () => {
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  pathIn(await fetched(place, fileId));
  writeFileSync(join(views(place), 'unfinished', 'half'), 'hal');
  await place.restartEngine();
  expect(leftUnfinished(place)).toEqual([]);
});

test('the log tells of what was fetched before it stands where it can be opened', async () => {
  let atPlace: unknown[] | null = null;
  const ports = (real: EnginePorts): EnginePorts => ({
    ...real,
    files: {
      ...real.files,
      async replace(from, to) {
        if (basename(dirname(dirname(to))) === 'views') atPlace = logged(place);
        await real.files.replace(from, to);
      },
    },
  });
  const place = await openWorkplace({ variants: offered, requestLimit, ports });
  onTestFinished(() => place[Symbol.asyncDispose]());
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  pathIn(await fetched(place, fileId));
  expect(atPlace).toMatchObject([{ sha256: sha256('first') }]);
  expect(logged(place)).toHaveLength(1);
});

test('nothing can be opened of what the log could not tell', async () => {
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  place.workspace.stores.database.exec(
    "CREATE TRIGGER full BEFORE INSERT ON custody BEGIN SELECT raise(ABORT, 'full'); END",
  );
  expect(await fetched(place, fileId)).toMatchObject({ ok: false });
  expect([copiesIn(place), leftUnfinished(place)]).toEqual([[], []]);
  place.workspace.stores.database.exec('DROP TRIGGER full');
  expect(readFileSync(pathIn(await fetched(place, fileId)), 'utf8')).toBe('first');
  expect(logged(place)).toHaveLength(1);
});

test('a fetch that is under way when the program ends is ended with it', async () => {
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  place.service.faults.add({ route: 'storage.get', kind: 'stall' });
  const result = fetched(place, fileId);
  await expect.poll(() => leftUnfinished(place).length, eventually).toBe(1);
  await place.workspace.fetcher.stop();
  expect(await result).toMatchObject({ ok: false, error: { what: 'Fetching was cancelled' } });
  expect(leftUnfinished(place)).toEqual([]);
});

test.each([
  ['signs out', { signedIn: false, left: true }],
  ['is signed out', { signedIn: false }],
])('a fetch ends when the person %s, and nothing of it is kept or opened', async (_what, how) => {
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'Bundle.pdf', large);
  const [workspace, connection] = [place.workspace, place.engine.workspace?.place];
  const { baseUrl = '', apiKey = '' } = connection ?? {};
  place.service.faults.add({ route: 'storage.get', kind: 'stall' });
  const result = fetched(place, fileId);
  await expect.poll(() => leftUnfinished(place).length, eventually).toBe(1);
  await place.engine.configure({ connection: { baseUrl, apiKey }, rootFolder: null, requestLimit, ...how });
  expect(await result).toMatchObject({ ok: false, error: { code: 'signed-out' } });
  const unfinished = join(workspace.directory, 'views', 'unfinished');
  expect(readdirSync(unfinished)).toEqual([]);
  expect(readdirSync(dirname(unfinished))).toEqual(['unfinished']);
  expect(logged({ workspace })).toEqual([]);
});

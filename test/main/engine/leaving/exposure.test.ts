import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportExposure, exposure } from '../../../../main/engine/sign-out/exposure.ts';
import { ownUserId } from '../../../../main/engine/store/matters.ts';
import { earlierSignIn, type MatterId } from '../../../../shared/model/index.ts';
import {
  at,
  filedByColleague,
  knownFile,
  loggedKinds,
  never,
  placed,
  placedHere,
  twoWayPlace,
} from '../../../support/colleague-documents.ts';
import { fileIdOf, saved } from '../../../support/versions.ts';
import { eventually, openWorkplace, type Workplace } from '../../../support/workplace.ts';

const ofMatter = ({ workspace, matterId }: Workplace, onlyHere = false) =>
  exposure(workspace, { matterId, onlyHere });
const ofAll = ({ workspace }: Workplace) => exposure(workspace, { matterId: null, onlyHere: false });
/** Of each version: the document, how it came and how it ended. */
const told = ({ rows }: Awaited<ReturnType<typeof ofMatter>>) =>
  rows
    .map(
      ({ name, size, came, end }) =>
        `${name} ${size} ${came}: ${end.kind === 'here' ? end.copies.join(' ') : `${end.kind} ${end.why}`}`,
    )
    .toSorted();
const removedHere = async (place: Workplace, name: string) => {
  const fileId = fileIdOf(place, name);
  rmSync(at(place, name));
  await expect
    .poll(() => place.workspace.stores.links.fileOfDocument(place.matterId, fileId)?.removed, eventually)
    .toBe(true);
};
const remove = (place: Workplace) =>
  place.engine.removeKept(place.service.baseUrl, { signIn: earlierSignIn.id, loss: '', version: '1.2.3' });

test('what is saved and fetched is told with its place, and what left with when and why', async () => {
  const place = await twoWayPlace();
  await saved(place, 'Mine.docx', 'one', 'three');
  const freed = await placedHere(place, 'Freed.docx', 'theirs');
  await placedHere(place, 'Kept.docx', 'kept here');
  await place.workspace.freeSpace(place.matterId, [freed]);
  const report = await ofMatter(place);
  expect(told(report)).toEqual([
    'Freed.docx 6 fetched: gone evicted',
    'Kept.docx 9 fetched: folder',
    'Mine.docx 3 saved: vault',
    'Mine.docx 5 saved: folder vault',
  ]);
  expect(report).toMatchObject({ total: 4, here: 3, notKnown: 0, signOuts: [] });
  expect(told(await ofMatter(place, true))).toHaveLength(3);
  expect(await exposure(place.workspace, { matterId: 'another' as MatterId, onlyHere: false })).toMatchObject(
    {
      total: 0,
    },
  );
  const { from, end, versionId } = report.rows.find(({ name }) => name === 'Freed.docx') ?? {};
  expect(end?.kind === 'gone' && from && from <= end.at).toBe(true);
  expect(versionId).not.toBeNull();
});

test('what a person removed from the folder is here as long as the vault has it', async () => {
  const place = await twoWayPlace();
  await saved(place, 'Mine.docx', 'one');
  await placedHere(place, 'Theirs.docx', 'theirs');
  await removedHere(place, 'Mine.docx');
  await removedHere(place, 'Theirs.docx');
  expect(told(await ofMatter(place))).toEqual([
    'Mine.docx 3 saved: vault',
    'Theirs.docx 6 fetched: gone removed-here',
  ]);
});

test('the limits of the vault are told of', async () => {
  const place = await twoWayPlace();
  await saved(place, 'Mine.docx', 'one', 'three');
  const { keeper } = place.workspace;
  keeper.setLimits({ maxBytes: null, maxAgeDays: 0 });
  await keeper.enforce();
  expect(told(await ofMatter(place))).toEqual([
    'Mine.docx 3 saved: gone vault',
    'Mine.docx 5 saved: folder vault',
  ]);
  expect(loggedKinds(place).filter((kind) => kind === 'discarded')).toHaveLength(1);
});

test('a copy to look at is told of until it went', async () => {
  const place = await twoWayPlace();
  const fileId = await filedByColleague(place, 'Theirs.docx', 'theirs');
  const document = { matterId: place.matterId, fileId };
  const [entry] = place.workspace.stores.history.ofDocumentSince(place.matterId, fileId, 0);
  const got = await place.workspace.fetcher.fetch(document, `entry:${JSON.parse(entry?.raw ?? '').id}`, {
    ...{ signal: never, onProgress: () => {} },
  });
  if (!got.ok) throw new Error(got.error.why);
  expect(told(await ofMatter(place))).toEqual(['Theirs.docx 6 fetched: view-copy']);
  const longAgo = new Date(Date.now() - 30 * 86_400_000);
  utimesSync(got.value.path, longAgo, longAgo);
  await place.workspace.viewCopies.tidy();
  expect(told(await ofMatter(place))).toEqual(['Theirs.docx 6 fetched: gone view-copy']);
  // Somebody else than the program removed it.
  const again = await place.workspace.fetcher.fetch(document, `entry:${JSON.parse(entry?.raw ?? '').id}`, {
    ...{ signal: never, onProgress: () => {} },
  });
  if (!again.ok) throw new Error(again.error.why);
  rmSync(again.value.path);
  expect(told(await ofMatter(place))).toEqual([
    'Theirs.docx 6 fetched: gone view-copy',
    'Theirs.docx 6 fetched: not-known not-found',
  ]);
});

test('a version that a newer one of the service replaced stays in the vault until the next start, which tells', async () => {
  const place = await twoWayPlace();
  const fileId = await placedHere(place, 'Theirs.docx', 'first');
  place.service.colleague.addVersion(fileId, 'second one');
  place.workspace.keeping.keep(place.matterId, { kind: 'matter' }, true);
  await place.workspace.reader.read(place.matterId, null, { priority: 'view', signal: never });
  await expect.poll(() => readFileSync(at(place, 'Theirs.docx'), 'utf8'), eventually).toBe('second one');
  await expect.poll(() => loggedKinds(place), eventually).toContain('replaced');
  const ofIt = async () => told(await ofMatter(place)).filter((line) => line.startsWith('Theirs.docx'));
  expect(await ofIt()).toEqual(['Theirs.docx 10 fetched: folder', 'Theirs.docx 5 fetched: vault']);
  await place.restartEngine();
  expect(await ofIt()).toEqual(['Theirs.docx 10 fetched: folder', 'Theirs.docx 5 fetched: gone vault']);
});

test('an unlinked folder is not said to be empty', async () => {
  const place = await twoWayPlace();
  const theirs = await filedByColleague(place, 'Theirs.docx', 'theirs');
  await placed(place, theirs);
  await knownFile(place, theirs);
  await place.workspace.watches.remove(place.matterId);
  place.workspace.stores.links.unlink(place.matterId);
  expect(told(await ofMatter(place))).toEqual(['Theirs.docx 6 fetched: not-known unlinked']);
  expect(await ofMatter(place)).toMatchObject({ here: 0, notKnown: 1 });
});

test('what a sign-out removed is told to the same person afterwards, and to nobody else', async () => {
  await using place = await openWorkplace();
  await saved(place, 'Stays.docx', 'in the folder');
  await saved(place, 'Removed.docx', 'removed before');
  await removedHere(place, 'Removed.docx');
  // Its folder is looked through for what may have come in its place.
  await expect.poll(() => place.workspace.watches.unread, eventually).toBe(0);
  const me = place.workspace.stores.matters.setting(ownUserId);
  expect(await remove(place)).toMatchObject({ ok: true });
  expect(await ofAll(place)).toMatchObject({ total: 0, signOuts: [], notShown: { others: 1, damaged: 0 } });
  place.workspace.stores.matters.putSetting(ownUserId, 'somebody else');
  expect(await ofAll(place)).toMatchObject({ total: 0, notShown: { others: 1 } });
  place.workspace.stores.matters.putSetting(ownUserId, me ?? '');
  const report = await ofAll(place);
  expect(told(report)).toEqual([
    'Removed.docx 14 saved: gone signed-out',
    'Stays.docx 13 saved: not-known left-at-sign-out',
  ]);
  expect(report).toMatchObject({
    ...{ total: 2, here: 0, notKnown: 1, notShown: { others: 0, damaged: 0 } },
    signOuts: [{ removed: 1, left: 1 }],
  });
  expect(report.rows.every(({ isEarlier }) => isEarlier)).toBe(true);
  // What somebody changed since is not shown.
  const logs = join(place.directory, 'engine', 'custody logs');
  const [log = ''] = await readdir(logs);
  const text = readFileSync(join(logs, log), 'utf8');
  writeFileSync(join(logs, log), text.replaceAll('Stays.docx', 'Other.docx'));
  expect(await ofAll(place)).toMatchObject({ total: 0, signOuts: [], notShown: { others: 0, damaged: 1 } });
});

test('the CSV file has every version, with when it came and until when it was here', async () => {
  const place = await twoWayPlace();
  await saved(place, 'Mine.docx', 'one', 'three');
  const freed = await placedHere(place, '=Freed.docx', 'theirs');
  await place.workspace.freeSpace(place.matterId, [freed]);
  const path = join(place.directory, 'Exposure.csv');
  const query = { matterId: null, onlyHere: false };
  expect(await exportExposure(place.workspace, query, path)).toEqual({ ok: true, value: { path } });
  const [head, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\r\n');
  expect(head).toContain('"matterNumber","matterTitle","matterId","document"');
  expect(lines).toHaveLength(3);
  expect(lines.find((line) => line.includes("'=Freed.docx"))).toMatch(
    /"6","\d{4}-[^"]+Z","\d{4}-[^"]+Z","fetched","gone","evicted",""$/,
  );
  expect(lines.filter((line) => line.includes('"here"'))).toHaveLength(2);
});

import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { FileId } from '../../../../shared/model/index.ts';
import {
  at,
  filedByColleague,
  follow,
  historyRead,
  knownFile,
  never,
  placed,
  placedHere,
  twoWayPlace,
  withoutVersionIds,
} from '../../../support/colleague-documents.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm } from '../saving/desk.ts';

const filesCalled = ({ folder }: Workplace, begin: string) =>
  readdirSync(folder).filter((name) => name.startsWith(begin));
const filedAs = ({ service, matterId }: Workplace, begin: string) =>
  service.filesOf(matterId).flatMap(({ fileName }) => (fileName.startsWith(begin) ? [fileName] : []));
const keep = ({ workspace, matterId }: Workplace, id?: FileId) =>
  workspace.keeping.keep(matterId, id ? { kind: 'document', id } : { kind: 'matter' }, true);
const rests = ({ workspace, matterId }: Workplace) =>
  expect.poll(() => workspace.keeping.now(matterId).isRunning, eventually).toBe(false);

test.each(['twice', 'while it is being kept'])(
  'promise 5: a document that is opened %s while it is fetched is here once, and not filed again',
  async (how) => {
    const place = await twoWayPlace();
    const id = await filedByColleague(place, 'Brief.docx', 'theirs');
    place.service.faults.add({ route: 'storage.get', kind: 'latency', ms: 500, count: 2 });
    if (how !== 'twice') keep(place, id);
    const paths = await Promise.all([placed(place, id), placed(place, id)]);
    expect(new Set(paths)).toEqual(new Set([at(place, 'Brief.docx')]));
    await knownFile(place, id);
    await calm(place);
    expect(filesCalled(place, 'Brief')).toEqual(['Brief.docx']);
    expect(filedAs(place, 'Brief')).toEqual(['Brief.docx']);
  },
);

test('a document by a colleague is not fetched beside a new one of ours of its name that waits: that is asked about', async () => {
  const place = await twoWayPlace();
  const { workspace } = place;
  keep(place);
  await rests(place);
  workspace.pipeline.pause(true);
  writeFileSync(at(place, 'Offer.docx'), 'ours');
  await expect.poll(place.states, eventually).toEqual(['waiting']);
  await filedByColleague(place, 'Offer.docx', 'theirs');
  workspace.keeping.wake(place.matterId);
  await rests(place);
  workspace.pipeline.pause(false);
  await expect.poll(place.states, eventually).toEqual(['problem']);
  await rests(place);
  expect(filesCalled(place, 'Offer')).toEqual(['Offer.docx']);
  expect(filedAs(place, 'Offer')).toEqual(['Offer.docx']);
});

test('promise 7: a document that is given out older than its history shows it includes nothing that came later', async () => {
  const place = await twoWayPlace();
  const { workspace, service, matterId } = place;
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  await placed(place, fileId);
  await knownFile(place, fileId);
  const address = `${service.baseUrl}/matters/${matterId}/documents/files/${fileId}`;
  const headers = { authorization: `Bearer ${place.accessToken}`, 'x-api-key': service.apiKey };
  const text = await (await fetch(address, { headers })).text();
  service.colleague.addVersion(fileId, 'second');
  const route = 'documents.readFile';
  const ends = service.faults.add({ route, kind: 'answer', status: 200, text, count: 'always' });
  await historyRead(place);
  const nobody = { signal: never, onProgress: () => {} };
  await workspace.intoFolder.follow({ matterId, fileId }, nobody);
  writeFileSync(at(place, 'Draft.docx'), 'mine, on top of the first');
  await expect.poll(place.states, eventually).toEqual(['problem']);
  expect(place.versionsOf('Draft.docx')).toEqual(['first', 'second'].map(sha256));
  ends();
});

test('what the service still calls the newest, and is here, is not fetched again and again though its history shows a later one', async () => {
  const place = await twoWayPlace();
  const { workspace, service, matterId } = place;
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  await placed(place, fileId);
  await knownFile(place, fileId);
  const address = `${service.baseUrl}/matters/${matterId}/documents/files/${fileId}`;
  const headers = { authorization: `Bearer ${place.accessToken}`, 'x-api-key': service.apiKey };
  const text = await (await fetch(address, { headers })).text();
  service.colleague.addVersion(fileId, 'second');
  service.faults.add({ route: 'documents.readFile', kind: 'answer', status: 200, text, count: 'always' });
  await historyRead(place);
  const nobody = { signal: never, onProgress: () => {} };
  // Whoever fetched it again would meet this.
  service.faults.add({ route: 'storage.get', kind: 'status', status: 404, count: 'always' });
  const followed = workspace.intoFolder.follow({ matterId, fileId }, nobody);
  expect(await followed).toEqual({ ok: true, value: 'same' });
});

test('what a program saves under the former name of a document is never a version of another that a colleague filed by that name', async () => {
  const place = await twoWayPlace();
  const { workspace, matterId } = place;
  writeFileSync(at(place, 'Draft.docx'), 'ours, one');
  await place.allFiled(1);
  const ours = workspace.stores.links.file(matterId, 'Draft.docx')?.fileId as FileId;
  writeFileSync(at(place, 'Other.docx'), 'another');
  await place.allFiled(2);
  const other = workspace.stores.links.file(matterId, 'Other.docx')?.fileId as FileId;
  writeFileSync(at(place, '.~lock.Draft.docx#'), 'Ann');
  const renamed = (fileId: FileId, name: string) => workspace.renamer.rename({ matterId, fileId, name });
  expect(await renamed(ours, 'Final.docx')).toMatchObject({ ok: true });
  await place.allFiled(3);
  expect(await renamed(other, 'Draft.docx')).toMatchObject({ error: { code: 'name-taken' } });
  const theirs = await filedByColleague(place, 'Draft.docx', 'another document, by a colleague');
  expect(await placed(place, theirs)).toBe(at(place, 'Draft (2).docx'));
  writeFileSync(at(place, 'lu12ab.tmp'), 'ours, two');
  renameSync(at(place, 'lu12ab.tmp'), at(place, 'Draft.docx'));
  const versions = (id: FileId) => place.service.contentOf(matterId, id).map((one) => one.sha256);
  await expect.poll(() => versions(ours), eventually).toEqual(['ours, one', 'ours, two'].map(sha256));
  expect(versions(theirs)).toEqual([sha256('another document, by a colleague')]);
});

test('a fetched version that is dated ahead, on a disk without a time of change, keeps nothing else from being fetched', async () => {
  const place = await twoWayPlace({
    ports: (ports) => ({
      ...ports,
      files: {
        ...ports.files,
        async facts(path) {
          const facts = await ports.files.facts(path);
          return facts && { ...facts, changed: facts.modified };
        },
      },
    }),
    clock: { now: () => Date.now() + 60 * 60_000 },
  });
  const id = await filedByColleague(place, 'Draft.docx', 'first');
  keep(place, id);
  await rests(place);
  await knownFile(place, id);
  const later = await filedByColleague(place, 'Other.docx', 'other');
  keep(place, later);
  await rests(place);
  expect(await knownFile(place, later)).toMatchObject({ path: 'Other.docx' });
});

/** From here on the service's record of a document is what it is now, whatever is filed; until the answer is called. */
async function recordStays(
  { service, matterId, accessToken }: Workplace,
  fileId: FileId,
): Promise<() => void> {
  const address = `${service.baseUrl}/matters/${matterId}/documents/files/${fileId}`;
  const headers = { authorization: `Bearer ${accessToken}`, 'x-api-key': service.apiKey };
  const text = await (await fetch(address, { headers })).text();
  return service.faults.add({
    route: 'documents.readFile',
    kind: 'answer',
    status: 200,
    text,
    count: 'always',
  });
}

describe('promise 7: a record that is older than a history without version ids has nobody’s version covered unasked', () => {
  test('of a copy that was fetched', async () => {
    const place = await twoWayPlace({ http: { exchange: withoutVersionIds } });
    const fileId = await placedHere(place, 'Draft.docx', 'first');
    const isToldAnew = await recordStays(place, fileId);
    place.service.colleague.addVersion(fileId, 'second');
    await historyRead(place);
    expect(await follow(place, fileId)).toEqual({ ok: true, value: 'same' });
    isToldAnew();
    writeFileSync(at(place, 'Draft.docx'), 'mine, on top of the first');
    await expect.poll(() => place.states(), eventually).toEqual(['problem']);
    expect(place.versionsOf('Draft.docx')).toEqual(['first', 'second'].map(sha256));
  });

  test('of a copy that was saved here', async () => {
    const place = await twoWayPlace({ http: { exchange: withoutVersionIds } });
    const { service, matterId, workspace } = place;
    writeFileSync(at(place, 'Draft.docx'), 'first');
    await place.allFiled(1);
    const fileId = workspace.stores.links.file(matterId, 'Draft.docx')?.fileId as FileId;
    const isToldAnew = await recordStays(place, fileId);
    service.colleague.addVersion(fileId, 'second');
    await historyRead(place);
    expect(await follow(place, fileId)).toEqual({ ok: true, value: 'same' });
    isToldAnew();
    writeFileSync(at(place, 'Draft.docx'), 'mine, on top of the first');
    await expect.poll(() => place.states(), eventually).toEqual(['filed', 'problem']);
    expect(place.versionsOf('Draft.docx')).toEqual(['first', 'second'].map(sha256));
  });

  test('of a copy that the version between took the place of', async () => {
    const place = await twoWayPlace({ http: { exchange: withoutVersionIds } });
    const fileId = await placedHere(place, 'Draft.docx', 'first');
    place.service.colleague.addVersion(fileId, 'second');
    const isToldAnew = await recordStays(place, fileId);
    place.service.colleague.addVersion(fileId, 'third');
    await historyRead(place);
    await follow(place, fileId);
    isToldAnew();
    writeFileSync(at(place, 'Draft.docx'), 'mine, on top of what was here');
    await expect.poll(() => place.states(), eventually).toEqual(['problem']);
    expect(place.versionsOf('Draft.docx')).toEqual(['first', 'second', 'third'].map(sha256));
  });

  test('of a copy that is fetched for the first time', async () => {
    const place = await twoWayPlace({ http: { exchange: withoutVersionIds } });
    const fileId = await filedByColleague(place, 'Draft.docx', 'first');
    const isToldAnew = await recordStays(place, fileId);
    place.service.colleague.addVersion(fileId, 'second');
    await historyRead(place);
    keep(place, fileId);
    await rests(place);
    await knownFile(place, fileId);
    isToldAnew();
    writeFileSync(at(place, 'Draft.docx'), 'mine, on top of the first');
    await expect.poll(() => place.states(), eventually).toEqual(['problem']);
    expect(place.versionsOf('Draft.docx')).toEqual(['first', 'second'].map(sha256));
  });
});

test('where the record is as new as a history without version ids, nobody is asked about what was fetched', async () => {
  const place = await twoWayPlace({ http: { exchange: withoutVersionIds } });
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  place.service.colleague.addVersion(fileId, 'second');
  await historyRead(place);
  keep(place, fileId);
  await rests(place);
  await knownFile(place, fileId);
  writeFileSync(at(place, 'Draft.docx'), 'mine, on top of the second');
  await place.allFiled(1);
  expect(place.versionsOf('Draft.docx')).toEqual(
    ['first', 'second', 'mine, on top of the second'].map(sha256),
  );
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { missingWords } from '../../../../main/engine/features/fetching/fetch-words.ts';
import { viewKey } from '../../../../main/engine/features/fetching/view-copies.ts';
import { type Exchange, exchange } from '../../../../main/engine/service/exchange.ts';
import { problemList } from '../../../../main/engine/view/problem-list.ts';
import { ok } from '../../../../shared/base/result.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { fileIdOf, saved, versionWith } from '../../../support/versions.ts';
import { eventually, openWorkplace, sha256 } from '../../../support/workplace.ts';
import {
  copiesIn,
  entriesOf,
  fetched,
  filedByColleague,
  historyRead,
  leftUnfinished,
  logged,
  ofDocument,
  ofDownload,
  offered,
  pathIn,
  requestLimit,
  stating,
  workplace,
} from './desk.ts';

test('of two versions to choose from, theirs can be fetched to be compared', async () => {
  const { place } = await workplace();
  await saved(place, 'Brief.docx', 'first');
  const fileId = fileIdOf(place, 'Brief.docx');
  place.service.colleague.addVersion(fileId, 'theirs');
  writeFileSync(join(place.folder, 'Brief.docx'), 'mine');
  const { stores, downloadsOffered } = place.workspace;
  const conflict = () => problemList(stores, [], null, [], downloadsOffered.state)[0]?.conflict;
  await expect.poll(conflict, eventually).toMatchObject({ theirs: { fetchable: 'perhaps' } });
  const theirs = `entry:${conflict()?.theirs.version}`;
  expect(readFileSync(pathIn(await fetched(place, fileId, theirs)), 'utf8')).toBe('theirs');
  expect(conflict()).toMatchObject({ theirs: { fetchable: 'yes' } });
  expect(readFileSync(join(place.folder, 'Brief.docx'), 'utf8')).toBe('mine');
});

/**
 * Has a colleague file the next of some contents whenever the service told which version of a document is the newest: at once, or
 * where that cannot be asked for by name, once it was.
 */
async function filedInBetween(next: string[], isNewestByName: boolean) {
  let fileId: FileId | null = null;
  const between: Exchange = async (outgoing) => {
    const { pathname, searchParams } = outgoing.url;
    if (outgoing.method !== 'GET' || !pathname.includes(`/files/${fileId}`)) return exchange(outgoing);
    const isRefused = !isNewestByName && searchParams.get('versionId') === versions().at(-1);
    const answered = isRefused ? ok({ status: 404, headers: {}, body: '' }) : await exchange(outgoing);
    const isMoment = isNewestByName ? pathname.endsWith(`/${fileId}`) : isRefused;
    const content = isMoment ? next.shift() : undefined;
    if (content !== undefined) place.service.colleague.addVersion(fileId ?? '', content);
    return answered;
  };
  const place = await openWorkplace({ variants: offered, requestLimit, http: { exchange: between } });
  onTestFinished(() => place[Symbol.asyncDispose]());
  const versions = () =>
    place.service.contentOf(place.matterId, fileId ?? '').map(({ documentVersionId }) => documentVersionId);
  fileId = await filedByColleague(place, 'Draft.docx', 'first');
  // Nothing here knows of this version but by asking.
  place.service.colleague.addVersion(fileId, 'second');
  return { place, fileId, versions };
}

test('what is filed between asking for the newest version and fetching it is not taken for it', async () => {
  const { place, fileId, versions } = await filedInBetween(['third'], true);
  expect(readFileSync(pathIn(await fetched(place, fileId)), 'utf8')).toBe('second');
  expect(logged(place)).toMatchObject([{ relatedId: versions()[1], sha256: sha256('second') }]);
  expect(readFileSync(pathIn(await fetched(place, fileId)), 'utf8')).toBe('third');
});

test('where the newest version cannot be asked for by name, what was filed in between opens as what it is', async () => {
  const { place, fileId, versions } = await filedInBetween(['third'], false);
  expect(readFileSync(pathIn(await fetched(place, fileId)), 'utf8')).toBe('third');
  expect(logged(place)).toMatchObject([{ relatedId: versions()[2], sha256: sha256('third') }]);
});

test('where the newest version cannot be asked for by name, nothing opens that is overtaken each time', async () => {
  const newer = Array.from({ length: 20 }, (_, at) => `newer ${at}`);
  const { place, fileId } = await filedInBetween(newer, false);
  expect(await fetched(place, fileId)).toMatchObject({
    ok: false,
    error: { what: 'Newer versions were filed while this one was fetched' },
  });
  expect([copiesIn(place), leftUnfinished(place), logged(place)]).toEqual([[], [], []]);
});

test('where the service gives out the newest version whatever is asked for, no other is taken for an older one', async () => {
  const newestOnly: Exchange = (outgoing) => {
    const url = new URL(outgoing.url);
    if (url.pathname.endsWith('/download')) url.searchParams.delete('versionId');
    return exchange({ ...outgoing, url });
  };
  await using place = await openWorkplace({
    variants: offered,
    requestLimit,
    http: { exchange: newestOnly },
  });
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  place.service.colleague.addVersion(fileId, 'second');
  await historyRead(place);
  const [first, second] = place.workspace.stores.history
    .ofDocumentSince(place.matterId, fileId, 0)
    .map(({ raw }) => `entry:${JSON.parse(raw).id}`);
  for (const older of [first, first, second]) {
    expect(await fetched(place, fileId, older)).toMatchObject({
      ok: false,
      error: { code: 'version-not-here', why: 'The service gives out the newest version only.' },
    });
  }
  expect([copiesIn(place), leftUnfinished(place), logged(place)]).toEqual([[], [], []]);
  expect(readFileSync(pathIn(await fetched(place, fileId)), 'utf8')).toBe('second');
  const newest = place.service.contentOf(place.matterId, fileId).at(-1);
  expect(logged(place)).toMatchObject([{ relatedId: newest?.documentVersionId, sha256: sha256('second') }]);
  expect(readFileSync(pathIn(await fetched(place, fileId, second)), 'utf8')).toBe('second');
});

/** Gives out the newest version whatever is asked for; what it is asked for and does not have meets these answers first. */
async function newestOnlyAfter(answers: { status: number; body: string }[]) {
  let known: string[] = [];
  const newestOnly: Exchange = (outgoing) => {
    const url = new URL(outgoing.url);
    const wanted = url.searchParams.get('versionId');
    if (!url.pathname.endsWith('/download')) return exchange(outgoing);
    const answer = wanted !== null && !known.includes(wanted) ? answers.shift() : undefined;
    if (answer) return Promise.resolve(ok({ headers: {}, ...answer }));
    url.searchParams.delete('versionId');
    return exchange({ ...outgoing, url });
  };
  const http = { exchange: newestOnly };
  const place = await openWorkplace({ variants: offered, requestLimit, http });
  onTestFinished(() => place[Symbol.asyncDispose]());
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  place.service.colleague.addVersion(fileId, 'second');
  await historyRead(place);
  known = place.service.contentOf(place.matterId, fileId).map(({ documentVersionId }) => documentVersionId);
  return { place, fileId };
}

const inWords = (status: number) => ({ status, body: JSON.stringify({ title: 'No', status }) });

test.each([
  ['a page', [{ status: 200, body: '<html>maintenance</html>' }]],
  ['a refusal by a gateway', [{ status: 403, body: '' }]],
  ['refusals by a gateway', [...Array(9)].map(() => ({ status: 403, body: '{"message":"Forbidden"}' }))],
  ['a path that is not found', [...Array(9)].map(() => ({ status: 404, body: '' }))],
  ['a refusal of the service', [inWords(403)]],
  ['nothing found by the service', [inWords(404)]],
])(
  'that %s once came for a version that does not exist has no other open as an older one',
  async (_what, answers) => {
    const { place, fileId } = await newestOnlyAfter(answers);
    const [first = ''] = entriesOf(place, fileId);
    for (let time = 0; time < 3; time += 1)
      expect(await fetched(place, fileId, first)).toMatchObject({ ok: false });
    expect([copiesIn(place), leftUnfinished(place), logged(place)]).toEqual([[], [], []]);
  },
);

test('what was once kept for a version, and is not what was saved here as it, does not open as it', async () => {
  const { place } = await workplace();
  await saved(place, 'Brief.docx', 'one', 'two');
  const id = versionWith(place, 'Brief.docx', 'one');
  const fileId = fileIdOf(place, 'Brief.docx');
  const [version] = place.service.contentOf(place.matterId, fileId);
  const document = { matterId: place.matterId, fileId };
  const wrong = await place.workspace.viewCopies.begin();
  await wrong.write(Buffer.from('two'));
  await wrong.keep(viewKey(document, version?.documentVersionId ?? ''), sha256('two'), 'Brief.docx');
  expect(readFileSync(pathIn(await fetched(place, fileId, id)), 'utf8')).toBe('one');
});

test.each([
  [{ isUploaded: false }, 'content'],
  [{ isDeleted: true }, 'document'],
] as const)(
  'a document that is stated to be %j does not open as what it was before',
  async (state, missing) => {
    let fileId: FileId | null = null;
    const stated = stating(() => fileId, ofDocument, state);
    await using place = await openWorkplace({ variants: offered, requestLimit, http: { exchange: stated } });
    fileId = await filedByColleague(place, 'Draft.docx', 'first');
    expect(await fetched(place, fileId)).toEqual({ ok: false, error: missingWords(missing) });
    expect(copiesIn(place)).toEqual([]);
  },
);

test('a version whose content has not arrived does not open as the one before it, by whatever it is asked for', async () => {
  let fileId: FileId | null = null;
  let versions: string[] = [];
  let hasArrived = false;
  const announced: Exchange = (outgoing) => {
    if (hasArrived) return exchange(outgoing);
    const url = new URL(outgoing.url);
    // What it has, the service gives out.
    if (ofDownload.test(url.pathname) && url.searchParams.get('versionId') === versions[1])
      url.searchParams.set('versionId', versions[0] ?? '');
    return stating(() => fileId, ofDocument, { isUploaded: false })({ ...outgoing, url });
  };
  await using place = await openWorkplace({
    variants: offered,
    requestLimit,
    http: { exchange: announced },
  });
  fileId = await filedByColleague(place, 'Draft.docx', 'first');
  place.service.colleague.addVersion(fileId, 'second');
  await historyRead(place);
  versions = place.service
    .contentOf(place.matterId, fileId)
    .map(({ documentVersionId }) => documentVersionId);
  const [first, second = null] = entriesOf(place, fileId);
  for (const version of [null, second])
    expect(await fetched(place, fileId, version)).toEqual({ ok: false, error: missingWords('content') });
  expect([copiesIn(place), leftUnfinished(place), logged(place)]).toEqual([[], [], []]);
  expect(readFileSync(pathIn(await fetched(place, fileId, first)), 'utf8')).toBe('first');
  hasArrived = true;
  for (const version of [second, null])
    expect(readFileSync(pathIn(await fetched(place, fileId, version)), 'utf8')).toBe('second');
});

test.each([
  ['the document', ofDocument, { id: 'another' }],
  ['where its content is to be had', ofDownload, { fileId: 'another' }],
  ['where the content of its version is to be had', ofDownload, { versionId: 'another' }],
])('nothing opens where the answer about %s is about another', async (_what, path, change) => {
  let fileId: FileId | null = null;
  const stated = stating(() => fileId, path, change);
  await using place = await openWorkplace({ variants: offered, requestLimit, http: { exchange: stated } });
  const one = await filedByColleague(place, 'Draft.docx', 'first');
  const other = await filedByColleague(place, 'Other.docx', 'other');
  fileId = one;
  expect(await fetched(place, one)).toMatchObject({
    ok: false,
    error: { code: 'service-failed', why: expect.stringContaining('does not understand') },
  });
  expect([copiesIn(place), leftUnfinished(place), logged(place)]).toEqual([[], [], []]);
  expect(place.workspace.downloadsOffered.state).not.toBe('not-offered');
  expect(readFileSync(pathIn(await fetched(place, other)), 'utf8')).toBe('other');
});

test('an id that the service writes in other letters is the same', async () => {
  let fileId: FileId | null = null;
  const upper = stating(() => fileId, ofDocument, {
    get id() {
      return fileId?.toUpperCase();
    },
  });
  await using place = await openWorkplace({ variants: offered, requestLimit, http: { exchange: upper } });
  fileId = await filedByColleague(place, 'Draft.docx', 'first');
  expect(readFileSync(pathIn(await fetched(place, fileId)), 'utf8')).toBe('first');
});

import {
  chmodSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { missingWords } from '../../../../main/engine/features/fetching/fetch-words.ts';
import { ViewCopies, viewKey } from '../../../../main/engine/features/fetching/view-copies.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { type Exchange, exchange } from '../../../../main/engine/service/exchange.ts';
import { problemList } from '../../../../main/engine/view/problem-list.ts';
import { ok, type Result } from '../../../../shared/base/result.ts';
import type { FileId, Refusal } from '../../../../shared/model/index.ts';
import type { FaultRule, Variants } from '../../../service/index.ts';
import { documentsIn, fileIdOf, saved, versionsOf, versionWith } from '../../../support/versions.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';

const requestLimit = { perSecond: 1_000, burst: 1_000 };
const offered = { documentFiles: 'offered' } as const;

/** A workplace, and whatever the program asks of the service, in order. */
async function workplace(variants: Partial<Variants> = offered) {
  const asked: string[] = [];
  const listening: Exchange = (outgoing) => {
    const { pathname } = outgoing.url;
    if (/\/documents\/files(\/[^/]+(\/download)?)?$/.test(pathname) && outgoing.method === 'GET')
      asked.push(pathname.endsWith('/download') ? 'download' : pathname.endsWith('/files') ? 'list' : 'file');
    else if (pathname.startsWith('/contents/')) asked.push('content');
    return exchange(outgoing);
  };
  const place = await openWorkplace({ variants, requestLimit, http: { exchange: listening } });
  onTestFinished(() => place[Symbol.asyncDispose]());
  return { place, asked };
}

/** A document that a colleague filed, once the program knows of it. */
async function filedByColleague(
  place: Workplace,
  name: string,
  content: string | Uint8Array,
): Promise<FileId> {
  const fileId = place.service.colleague.createFile(place.matterId, name, content) as FileId;
  await historyRead(place);
  return fileId;
}

const historyRead = async (place: Workplace): Promise<void> => {
  await place.workspace.reader.read(place.matterId, null, { priority: 'view', signal: never });
};

const never = new AbortController().signal;

const fetched = (
  place: Workplace,
  fileId: FileId,
  versionId: string | null = null,
  onProgress: (done: number, of: number | null) => void = () => {},
  signal = never,
) => place.workspace.fetcher.fetch({ matterId: place.matterId, fileId }, versionId, { signal, onProgress });

function pathIn(result: Result<{ readonly path: string }, Refusal>): string {
  if (!result.ok) throw new Error(`${result.error.what}: ${result.error.why}`);
  return result.value.path;
}

const views = (place: Workplace): string => join(place.workspace.directory, 'views');
const copiesIn = (place: Workplace): string[] =>
  existsSync(views(place)) ? readdirSync(views(place)).filter((name) => name !== 'unfinished') : [];
const leftUnfinished = (place: Workplace): string[] =>
  existsSync(join(views(place), 'unfinished')) ? readdirSync(join(views(place), 'unfinished')) : [];

const logged = ({ workspace }: Pick<Workplace, 'workspace'>) =>
  [...workspace.stores.custody.pages(1, workspace.stores.custody.last)]
    .flat()
    .filter(({ kind }) => kind === 'fetched');

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

const entriesOf = (place: Workplace, fileId: FileId): string[] =>
  place.workspace.stores.history
    .ofDocumentSince(place.matterId, fileId, 0)
    .map(({ raw }) => `entry:${JSON.parse(raw).id}`);

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

const size = 400_000;
const large = Buffer.from(Array.from({ length: size }, (_, at) => (at * 37) % 253));

test.for<[string, FaultRule[], Partial<Variants>]>([
  ['cut off twice', [{ route: 'storage.get', kind: 'reset', afterBytes: 150_000, count: 2 }], {}],
  [
    'cut off, where the storage gives no parts',
    [{ route: 'storage.get', kind: 'cutConnection' }],
    { storageRanges: 'ignored' },
  ],
  ['asked for at an address that has run out', [{ route: 'storage.get', kind: 'expired' }], {}],
  ['asked for while the storage fails', [{ route: 'storage.get', kind: 'status', status: 503 }], {}],
])('a content that is %s arrives whole', async ([, faults, variants]) => {
  const { place } = await workplace({ ...offered, ...variants });
  const fileId = await filedByColleague(place, 'Bundle.pdf', large);
  for (const fault of faults) place.service.faults.add(fault);
  const told: number[] = [];
  const path = pathIn(await fetched(place, fileId, null, (done) => told.push(done)));
  expect(sha256(readFileSync(path))).toBe(sha256(large));
  expect(told.at(-1)).toBe(size);
  expect(logged(place)).toMatchObject([{ sha256: sha256(large), size }]);
  expect(leftUnfinished(place)).toEqual([]);
});

test.for<[string, FaultRule, Partial<Variants>, string]>([
  [
    'has other bytes',
    { route: 'storage.get', kind: 'wrongBytes' },
    {},
    'Its content is another than was filed.',
  ],
  [
    'has other bytes by MD5',
    { route: 'storage.get', kind: 'wrongBytes' },
    { storageDigests: 'md5' },
    'Its content is another than was filed.',
  ],
  [
    'is shorter than was said',
    { route: 'storage.get', kind: 'truncatedBody' },
    {},
    'It is not as long as the service says.',
  ],
  [
    'is a redirection',
    {
      route: 'storage.get',
      kind: 'answer',
      status: 302,
      headers: { location: 'http://127.0.0.1:9/' },
      text: '',
    },
    {},
    'The network shows a page of its own',
  ],
  [
    'is a page of the network',
    { route: 'storage.get', kind: 'captivePortal' },
    {},
    'It is not as long as the service says.',
  ],
  ['is refused', { route: 'storage.get', kind: 'status', status: 403 }, {}, 'does not allow this'],
  ['is not there', { route: 'storage.get', kind: 'status', status: 404 }, {}, 'does not know this item'],
  [
    'is refused by the service',
    { route: 'documents.download', kind: 'status', status: 403 },
    {},
    'does not allow this',
  ],
  [
    'would come unencrypted',
    {
      route: 'documents.download',
      kind: 'answer',
      status: 200,
      text: '{"downloadUrl":"http://storage.example/x"}',
    },
    {},
    'without encryption',
  ],
])('nothing is opened of a content that %s', async ([, fault, variants, why]) => {
  const { place } = await workplace({ ...offered, ...variants });
  const fileId = await filedByColleague(place, 'Bundle.pdf', large);
  place.service.faults.add({ ...fault, count: 'always' });
  const result = await fetched(place, fileId);
  expect(result).toMatchObject({ ok: false, error: { why: expect.stringContaining(why) } });
  expect(copiesIn(place)).toEqual([]);
  expect(leftUnfinished(place)).toEqual([]);
  expect(logged(place)).toEqual([]);
  // It does not follow that the service offers no downloads.
  expect(place.workspace.downloadsOffered.state).not.toBe('not-offered');
});

/** A disk with so much room at each look, and the last for ever. */
async function nearlyFull(room: number[], stated: object) {
  let fileId: FileId | null = null;
  const asked: string[] = [];
  const listening: Exchange = async (outgoing) => {
    if (outgoing.url.pathname.startsWith('/contents/')) asked.push('content');
    return stating(() => fileId, /\/files\/[^/]+(\/download)?$/, stated)(outgoing);
  };
  const place = await openWorkplace({
    variants: offered,
    requestLimit,
    http: { exchange: listening },
    ports: (real) => ({
      ...real,
      files: { ...real.files, room: async () => (room.length > 1 ? room.shift() : room[0]) ?? null },
    }),
  });
  onTestFinished(() => place[Symbol.asyncDispose]());
  fileId = await filedByColleague(place, 'Bundle.pdf', Buffer.alloc(30_000_000, 'x'));
  return { place, fileId, asked };
}
const tooLittle = { ok: false, error: { why: 'There is too little room on the disk.' } };
const gigabyte = 1_000_000_000;

test('what would leave too little room for saves is not even asked for', async () => {
  const { place, fileId, asked } = await nearlyFull([550_000_000], {});
  expect(await fetched(place, fileId)).toMatchObject(tooLittle);
  expect(asked).toEqual([]);
  expect([copiesIn(place), leftUnfinished(place), logged(place)]).toEqual([[], [], []]);
});

test.each([
  ['of a length that is stated', {}],
  ['of which nobody says the length', { sizeBytes: null }],
])('a content %s ends where it would leave too little room for saves', async (_what, stated) => {
  const room = [gigabyte, gigabyte, 500_000_000];
  const { place, fileId } = await nearlyFull(room, stated);
  let most = 0;
  expect(await fetched(place, fileId, null, (done) => (most = done))).toMatchObject(tooLittle);
  expect(most).toBeLessThan(30_000_000);
  expect([copiesIn(place), leftUnfinished(place), logged(place)]).toEqual([[], [], []]);
});

test('fetching can be cancelled, and leaves nothing behind', async () => {
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'Bundle.pdf', large);
  const cancel = new AbortController();
  const result = await fetched(place, fileId, null, () => cancel.abort(), cancel.signal);
  expect(result).toMatchObject({ ok: false, error: { what: 'Fetching was cancelled' } });
  expect(copiesIn(place)).toEqual([]);
  expect(leftUnfinished(place)).toEqual([]);
});

test('a service that offers no downloads is asked once a day, and the refusal says which it is', async () => {
  const { place, asked } = await workplace({});
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  const refused = {
    ok: false,
    error: { code: 'not-here', why: 'The service has it, and it offers no way to fetch it.' },
  };
  expect(await fetched(place, fileId)).toMatchObject(refused);
  expect(asked).toEqual(['file', 'list']);
  expect(await fetched(place, fileId)).toMatchObject(refused);
  await place.restartEngine();
  expect(await fetched(place, fileId)).toMatchObject(refused);
  expect(asked).toEqual(['file', 'list']);
  place.workspace.stores.matters.putSetting(
    'downloads-offered',
    `not-offered ${Date.now() - 25 * 3_600_000}`,
  );
  place.service.variants.documentFiles = 'offered';
  expect(readFileSync(pathIn(await fetched(place, fileId)), 'utf8')).toBe('first');
  expect(place.workspace.downloadsOffered.state).toBe('offered');
});

test.for<[string, Pick<FaultRule, 'route'>['route'][], object]>([
  ['405 to it', ['documents.download'], { kind: 'status', status: 405 }],
  ['404 to it and not to the document', ['documents.download'], { kind: 'status', status: 404 }],
  ['something else to it', ['documents.download'], { kind: 'answer', status: 200, text: '{"value":[]}' }],
  ['405 to the document', ['documents.readFile'], { kind: 'status', status: 405 }],
  ['something else to the document', ['documents.readFile'], { kind: 'answer', status: 200, text: '[]' }],
])('a service that answers %s offers no downloads', async ([, routes, fault]) => {
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  for (const route of routes) place.service.faults.add({ route, count: 'always', ...fault } as FaultRule);
  expect(await fetched(place, fileId)).toMatchObject({ ok: false, error: { code: 'not-here' } });
  expect(place.workspace.downloadsOffered.state).toBe('not-offered');
});

test('a document, or a version, that is gone says nothing of what the service offers', async () => {
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  const gone = { route: 'documents.readFile', kind: 'status', status: 404 } as const;
  place.service.faults.add(gone);
  expect(await fetched(place, fileId)).toMatchObject({
    ok: false,
    error: { code: 'not-found', why: 'It was deleted there, or moved to another matter.' },
  });
  expect(place.workspace.downloadsOffered.state).toBe('unknown');
  place.service.faults.add({ route: 'documents.download', kind: 'status', status: 404 });
  const [entry] = place.workspace.stores.history.ofDocumentSince(place.matterId, fileId, 0);
  expect(await fetched(place, fileId, `entry:${JSON.parse(entry?.raw ?? '').id}`)).toMatchObject({
    ok: false,
    error: { code: 'not-found', why: 'It does not have this version any more.' },
  });
  expect(place.workspace.downloadsOffered.state).toBe('unknown');
  place.service.colleague.deleteFile(fileId);
  expect(await fetched(place, fileId)).toMatchObject({ ok: false, error: { code: 'not-found' } });
});

test.for<[string, (fileId: FileId) => RegExp, object, string]>([
  [
    'the content of one document',
    (fileId) => new RegExp(`/files/${fileId}/download$`),
    { kind: 'status', status: 404 },
    'does not say where its content is',
  ],
  [
    'one document',
    (fileId) => new RegExp(`/files/${fileId}$`),
    { kind: 'status', status: 404 },
    'It was deleted there',
  ],
  [
    'one document, in words that nobody understands,',
    (fileId) => new RegExp(`/files/${fileId}$`),
    { kind: 'answer', status: 200, text: '{}' },
    'does not understand',
  ],
  [
    'the content of one document, in words that nobody understands,',
    (fileId) => new RegExp(`/files/${fileId}/download$`),
    { kind: 'answer', status: 200, text: '{}' },
    'does not understand',
  ],
  [
    'one matter',
    () => /^GET .*\/matters\/[^/]+(\/documents\/files.*)?$/,
    { kind: 'status', status: 404 },
    'does not know this item',
  ],
])('a service that does not give out %s gives out the others', async ([, route, fault, why]) => {
  const { place } = await workplace();
  const [one, other] = [
    await filedByColleague(place, 'One.docx', 'one'),
    await filedByColleague(place, 'Other.docx', 'other'),
  ];
  const remove = place.service.faults.add({ route: route(one), count: 'always', ...fault } as FaultRule);
  expect(await fetched(place, one)).toMatchObject({
    ok: false,
    error: { why: expect.stringContaining(why) },
  });
  expect(place.workspace.downloadsOffered.state).toBe('unknown');
  if (why === 'does not know this item') remove();
  expect(readFileSync(pathIn(await fetched(place, other)), 'utf8')).toBe('other');
});

test('a service that stops offering them is believed, and asked again later', async () => {
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  pathIn(await fetched(place, fileId));
  expect(place.workspace.downloadsOffered.state).toBe('offered');
  place.service.variants.documentFiles = 'notOffered';
  expect(await fetched(place, fileId)).toMatchObject({ ok: false, error: { code: 'not-here' } });
  expect(place.workspace.downloadsOffered.state).toBe('not-offered');
});

test('where it was decided that nothing beyond the specification is used, nothing is asked', async () => {
  const { place, asked } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  const { baseUrl, apiKey } = place.service;
  await place.engine.configure({
    connection: { baseUrl, apiKey },
    signedIn: true,
    rootFolder: join(place.directory, 'matters'),
    requestLimit,
    capabilities: { documents: 'off' },
  });
  expect(await fetched(place, fileId)).toMatchObject({
    ok: false,
    error: { code: 'not-here', why: expect.stringContaining('switched off by your organisation') },
  });
  expect(asked).toEqual([]);
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

test('view copies that are old go, those that are newer stay', async () => {
  const { place } = await workplace();
  const [one, two] = [
    await filedByColleague(place, 'Old.docx', 'old'),
    await filedByColleague(place, 'New.docx', 'new'),
  ];
  const [old, recent] = [pathIn(await fetched(place, one)), pathIn(await fetched(place, two))];
  const week = 8 * 86_400;
  utimesSync(old, Date.now() / 1_000 - week, Date.now() / 1_000 - week);
  // A program that has it open puts a file beside it.
  const owner = join(dirname(old), '.~lock.Old.docx#');
  writeFileSync(owner, '');
  await place.workspace.viewCopies.tidy();
  expect(existsSync(old)).toBe(true);
  utimesSync(owner, Date.now() / 1_000 - week, Date.now() / 1_000 - week);
  await place.restartEngine();
  expect(existsSync(dirname(old))).toBe(false);
  expect(existsSync(recent)).toBe(true);
});

test('a view copy stays for a week after it was opened last', async () => {
  const { place, asked } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  const path = pathIn(await fetched(place, fileId));
  const sixDays = Date.now() / 1_000 - 6 * 86_400;
  utimesSync(path, sixDays, sixDays);
  expect(pathIn(await fetched(place, fileId))).toBe(path);
  const inFourDays = new ViewCopies({
    files: systemFiles,
    directory: views(place),
    uniqueName: () => 'x',
    now: () => Date.now() + 4 * 86_400_000,
  });
  await inFourDays.tidy();
  expect(readFileSync(path, 'utf8')).toBe('first');
  expect(asked.filter((each) => each === 'content')).toHaveLength(1);
});

test('a copy that is found is not tidied away by another fetch at the same time', async () => {
  const tidying = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  const path = pathIn(await fetched(place, fileId));
  const week = Date.now() / 1_000 - 8 * 86_400;
  utimesSync(path, week, week);
  const copies = new ViewCopies({
    files: {
      ...systemFiles,
      async isOpen() {
        tidying.resolve();
        await goesOn.promise;
        return false;
      },
    },
    directory: views(place),
    uniqueName: () => 'x',
    now: () => Date.now(),
  });
  const tidied = copies.tidy();
  await tidying.promise;
  const found = copies.find(basename(dirname(path)).slice(0, 24));
  for (let turn = 0; turn < 500; turn += 1) await setImmediate();
  goesOn.resolve();
  await tidied;
  const opened = await found;
  expect(opened === null || existsSync(opened)).toBe(true);
});

test('what somebody saved beside a view copy, or into it, is never removed with it', async () => {
  const { place } = await workplace();
  const [one, two] = [
    pathIn(await fetched(place, await filedByColleague(place, 'One.docx', 'one'))),
    pathIn(await fetched(place, await filedByColleague(place, 'Two.docx', 'two'))),
  ];
  const beside = join(dirname(one), 'My redraft.docx');
  const loose = join(views(place), 'Loose.docx');
  writeFileSync(beside, 'mine');
  writeFileSync(loose, 'mine as well');
  chmodSync(two, 0o600);
  writeFileSync(two, 'written into');
  const week = Date.now() / 1_000 - 8 * 86_400;
  for (const path of [one, two, beside, loose]) utimesSync(path, week, week);
  await place.restartEngine();
  expect(existsSync(one)).toBe(false);
  expect([two, beside, loose].map((path) => readFileSync(path, 'utf8'))).toEqual([
    'written into',
    'mine',
    'mine as well',
  ]);
});

test('a name among the view copies that leads nowhere keeps nothing from being captured or fetched', async () => {
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  const path = pathIn(await fetched(place, fileId));
  const lost = join(dirname(path), '.#Draft.docx');
  symlinkSync('nobody@nowhere', lost);
  symlinkSync('round', join(views(place), 'round'));
  mkdirSync(join(dirname(path), '0_files'));
  const week = Date.now() / 1_000 - 8 * 86_400;
  lutimesSync(lost, week, week);
  await place.restartEngine();
  expect(readFileSync(pathIn(await fetched(place, fileId)), 'utf8')).toBe('first');
});

/** Says something else in the answers about one document. */
const stating =
  (fileId: () => FileId | null, path: RegExp, change: object): Exchange =>
  async (outgoing) => {
    const answered = await exchange(outgoing);
    const { pathname } = outgoing.url;
    const isAbout = path.test(pathname) && pathname.includes(`/files/${fileId()}`);
    if (!isAbout || outgoing.method !== 'GET' || !answered.ok) return answered;
    const { body } = answered.value;
    return {
      ...answered,
      value: { ...answered.value, body: JSON.stringify({ ...JSON.parse(body), ...change }) },
    };
  };
const ofDocument = /\/documents\/files\/[^/]+$/;
const ofDownload = /\/documents\/files\/[^/]+\/download$/;

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

test('names from the service stay one name below our own directory', async () => {
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'x.docx', 'content');
  place.service.colleague.renameFile(fileId, '../../..\\evil\u202e:name?.docx');
  const path = pathIn(await fetched(place, fileId));
  expect(dirname(dirname(path))).toBe(views(place));
  expect(basename(path)).toMatch(/^[^\\/:?\u202e]+\.docx$/);
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

test('what is removed with everything that is kept of a person includes the view copies', async () => {
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  const path = pathIn(await fetched(place, fileId));
  const removed = await place.engine.removeKept(place.service.baseUrl, {
    signIn: place.workspace.signIn() ?? '',
    loss: '',
    version: '0.0.0',
  });
  expect(removed.ok).toBe(true);
  expect(existsSync(path)).toBe(false);
});

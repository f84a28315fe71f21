import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { type Exchange } from '../../../../main/engine/service/exchange.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import type { FaultRule, Variants } from '../../../service/index.ts';
import { openWorkplace, sha256 } from '../../../support/workplace.ts';
import {
  copiesIn,
  fetched,
  filedByColleague,
  large,
  leftUnfinished,
  logged,
  offered,
  pathIn,
  requestLimit,
  size,
  stating,
  workplace,
} from './desk.ts';

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

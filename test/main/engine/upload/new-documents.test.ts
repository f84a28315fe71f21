import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import { type Exchange, exchange } from '../../../../main/engine/service/exchange.ts';
import { readProblem } from '../../../../main/engine/store/save-problem.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { SkippingClock } from '../../../support/skipping-clock.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';

/** Counts looks at histories while it listens, and announcements. */
function listening() {
  const asked: ('look' | 'announced')[] = [];
  const meanwhile = { announced: () => {} };
  const through: Exchange = (outgoing) => {
    const { pathname } = outgoing.url;
    if (/\/folders\/[^/]+\/history$/.test(pathname)) asked.push('look');
    else if (outgoing.method === 'PUT' && /\/documents\/files\/[^/]+$/.test(pathname)) {
      asked.push('announced');
      meanwhile.announced();
    }
    return exchange(outgoing);
  };
  return { asked, meanwhile, through };
}

/** A computer that was away: what it knows of the matter is from before. */
async function desk(options: Parameters<typeof openWorkplace>[0] = {}) {
  const { asked, meanwhile, through } = listening();
  const place = await openWorkplace({
    http: { exchange: through },
    requestLimit: { perSecond: 1_000, burst: 1_000 },
    ...options,
  });
  // Nobody looks at the matter: its folders are read by themselves in half a minute at the earliest.
  place.workspace.awake('out-of-sight');
  const away = (is: boolean) => place.workspace.pipeline.pause(is);
  return { place, asked, meanwhile, away, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

const captured = (place: Workplace, count: number) =>
  expect.poll(() => place.states(), eventually).toEqual(Array.from({ length: count }, () => 'waiting'));
const codes = ({ workspace }: Workplace) =>
  workspace.stores.saves.problems().map(({ problem }) => readProblem(problem)?.code);
const livingFiles = ({ service, matterId }: Workplace, name: string) =>
  service.filesOf(matterId).filter(({ fileName, deleted }) => fileName === name && !deleted);

test('a document of the same name that the person’s other computer filed meanwhile is asked about, not filed twice', async () => {
  await using at = await desk();
  const { place } = at;
  at.away(true);
  writeFileSync(join(place.folder, 'Brief.docx'), 'at the office');
  await captured(place, 1);
  const { fileId } = { fileId: place.service.elsewhere.createFile(place.matterId, 'Brief.docx', 'at home') };
  at.away(false);
  await expect.poll(() => codes(place), eventually).toEqual(['already-filed']);
  expect(livingFiles(place, 'Brief.docx').map((file) => file.fileId)).toEqual([fileId]);
  const [save] = place.workspace.stores.saves.problems();
  if (!save) throw new Error('nothing is asked');
  decide(
    place.workspace.stores,
    save,
    { decision: 'file-separately', shown: null },
    place.workspace.newFileId,
  );
  place.workspace.pipeline.wake();
  await place.allFiled(1);
  expect(livingFiles(place, 'Brief.docx')).toHaveLength(2);
  expect(place.versionsOf('Brief.docx').toSorted()).toEqual(
    ['at home', 'at the office'].map(sha256).toSorted(),
  );
});

test('so is one that a colleague filed in the folder where it lies, while this computer was off', async () => {
  let folderId = '';
  await using at = await desk({
    before: (service, matterId) => {
      folderId = service.colleague.createFolder(matterId, 'Letters to court');
    },
  });
  const { place } = at;
  const directory = join(place.folder, 'Letters to court');
  await expect.poll(() => existsSync(directory), eventually).toBe(true);
  at.away(true);
  writeFileSync(join(directory, 'Letter.docx'), 'ours');
  await captured(place, 1);
  place.service.colleague.createFile(place.matterId, 'Letter.docx', 'theirs', folderId);
  at.away(false);
  await expect.poll(() => codes(place), eventually).toEqual(['already-filed']);
  expect(livingFiles(place, 'Letter.docx')).toHaveLength(1);
});

test('one look at the folder serves all new documents that go out together', async () => {
  await using at = await desk();
  const { place } = at;
  at.away(true);
  for (let number = 0; number < 20; number += 1)
    writeFileSync(join(place.folder, `Letter ${number}.docx`), `letter ${number}`);
  await captured(place, 20);
  at.asked.length = 0;
  at.away(false);
  await expect.poll(() => at.asked.filter((what) => what === 'announced').length, eventually).toBe(20);
  const looks = at.asked.slice(0, at.asked.lastIndexOf('announced')).filter((what) => what === 'look');
  expect(at.asked[0]).toBe('look');
  expect(looks.length).toBeLessThanOrEqual(4);
  await place.allFiled(20);
});

test('where the folder’s history is refused, a new document goes out all the same', async () => {
  await using at = await desk();
  const { place } = at;
  const end = place.service.faults.add({ route: '/history$/', kind: 'status', status: 403, count: 'always' });
  writeFileSync(join(place.folder, 'Brief.docx'), 'ours');
  await expect.poll(() => at.asked.includes('announced'), eventually).toBe(true);
  end();
  await place.allFiled(1);
});

test('where the folder’s history fails for minutes, a new document waits, and then goes out all the same', async () => {
  await using at = await desk({ speedUp: 20 });
  const { place } = at;
  const end = place.service.faults.add({ route: '/history$/', kind: 'status', status: 500, count: 'always' });
  writeFileSync(join(place.folder, 'Brief.docx'), 'ours');
  await expect
    .poll(
      () => place.workspace.stores.saves.open().map(({ problem }) => readProblem(problem)?.code),
      eventually,
    )
    .toEqual(['waiting-for-service']);
  expect(at.asked).not.toContain('announced');
  await expect.poll(() => at.asked.includes('announced'), { ...eventually, timeout: 30_000 }).toBe(true);
  end();
  await place.allFiled(1);
});

test('one that is filed while the announcement takes long is asked about too, before any content leaves', async () => {
  const clock = new SkippingClock();
  await using at = await desk({ ports: (ports) => ({ ...ports, clock }) });
  const { place } = at;
  at.meanwhile.announced = () => {
    at.meanwhile.announced = () => {};
    clock.skip(10 * 60_000);
    place.service.elsewhere.createFile(place.matterId, 'Brief.docx', 'from home');
  };
  writeFileSync(join(place.folder, 'Brief.docx'), 'ours');
  await expect.poll(() => codes(place), eventually).toEqual(['already-filed']);
  const contents = livingFiles(place, 'Brief.docx').flatMap(({ fileId }) =>
    place.service.contentOf(place.matterId, fileId).map((version) => version.sha256),
  );
  expect(contents).toEqual([sha256('from home')]);
});

test('so is one in a directory of the person’s own, where somebody made a folder of its name with such a document meanwhile', async () => {
  await using at = await desk();
  const { place } = at;
  at.away(true);
  mkdirSync(join(place.folder, 'Motions'));
  writeFileSync(join(place.folder, 'Motions', 'Brief.docx'), 'ours');
  await captured(place, 1);
  const { colleague } = place.service;
  const fileId = colleague.createFile(
    place.matterId,
    'Brief.docx',
    'theirs',
    colleague.createFolder(place.matterId, 'Motions'),
  );
  at.away(false);
  await expect.poll(() => codes(place), eventually).toEqual(['already-filed']);
  expect(livingFiles(place, 'Brief.docx').map((file) => file.fileId)).toEqual([fileId]);
});

test('so is one whose copy was removed here long ago, and that a colleague gave this name since', async () => {
  await using at = await desk({ speedUp: 10 });
  const { place } = at;
  const { matterId, workspace } = place;
  writeFileSync(join(place.folder, 'Draft.docx'), 'a draft');
  await place.allFiled(1);
  const fileId = workspace.stores.links.file(matterId, 'Draft.docx')?.fileId ?? '';
  rmSync(join(place.folder, 'Draft.docx'));
  await expect
    .poll(() => workspace.stores.links.file(matterId, 'Draft.docx')?.removed, eventually)
    .toBe(true);
  place.service.colleague.renameFile(fileId, 'Final.docx');
  const known = () => workspace.stores.documents.document(matterId, fileId as FileId)?.name;
  workspace.poller.expedite(matterId, 0);
  await expect.poll(known, eventually).toBe('Final.docx');
  // Longer ago than a rename takes.
  await workspace.clock.sleep(11_000);
  writeFileSync(join(place.folder, 'Final.docx'), 'from somewhere else');
  await expect.poll(() => codes(place), eventually).toEqual(['already-filed']);
  expect(livingFiles(place, 'Final.docx').map((file) => file.fileId)).toEqual([fileId]);
});

test('one that was renamed and removed before it could be sent is asked about where the service has its last name', async () => {
  await using at = await desk();
  const { place } = at;
  const { stores } = place.workspace;
  at.away(true);
  writeFileSync(join(place.folder, 'Document1.docx'), 'ours');
  await captured(place, 1);
  renameSync(join(place.folder, 'Document1.docx'), join(place.folder, 'Brief.docx'));
  await captured(place, 2);
  rmSync(join(place.folder, 'Brief.docx'));
  await expect.poll(() => stores.links.file(place.matterId, 'Brief.docx')?.removed, eventually).toBe(true);
  place.service.colleague.createFile(place.matterId, 'Brief.docx', 'theirs');
  at.away(false);
  await expect.poll(() => codes(place), eventually).toEqual(['already-filed']);
  expect(livingFiles(place, 'Brief.docx')).toHaveLength(1);
});

test.each(['before', 'after'])(
  'where the service shows names without their extensions, one that it has is asked about too: filed %s this one was saved',
  async (when) => {
    let fileId = '';
    const theirs = (place: Pick<Workplace, 'service' | 'matterId'>) => {
      fileId = place.service.colleague.createFile(place.matterId, 'Brief.docx', 'theirs');
    };
    await using at = await desk({
      variants: { historyNames: 'stem' },
      before: (service, matterId) => void (when === 'before' && theirs({ service, matterId })),
    });
    const { place } = at;
    at.away(true);
    writeFileSync(join(place.folder, 'Brief.docx'), 'ours');
    await expect.poll(() => place.states().length, eventually).toBe(1);
    if (when === 'after') theirs(place);
    at.away(false);
    await expect.poll(() => codes(place), eventually).toEqual(['already-filed']);
    expect(livingFiles(place, 'Brief.docx').map((file) => file.fileId)).toEqual([fileId]);
  },
);

test('a signed copy, and another kind of a document that was here, are documents of their own though only their extensions tell', async () => {
  await using at = await desk({
    speedUp: 10,
    variants: { historyNames: 'stem' },
    before: ({ colleague }, matterId) => void colleague.createFile(matterId, 'Contract.pdf.zip', 'theirs'),
  });
  const { place } = at;
  const { matterId, workspace } = place;
  writeFileSync(join(place.folder, 'Brief.docx'), 'a brief');
  await place.allFiled(1);
  rmSync(join(place.folder, 'Brief.docx'));
  await expect
    .poll(() => workspace.stores.links.file(matterId, 'Brief.docx')?.removed, eventually)
    .toBe(true);
  // Longer ago than a rename takes.
  await workspace.clock.sleep(11_000);
  writeFileSync(join(place.folder, 'Brief.pdf'), 'printed');
  writeFileSync(join(place.folder, 'Contract.pdf.p7m'), 'signed');
  await place.allFiled(3);
  expect(livingFiles(place, 'Brief.pdf')).toHaveLength(1);
  expect(livingFiles(place, 'Contract.pdf.p7m')).toHaveLength(1);
});

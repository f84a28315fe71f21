import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import { readEntry } from '../../../main/engine/features/history/entry.ts';
import { decide } from '../../../main/engine/features/upload/decide.ts';
import { engineRouter } from '../../../main/engine/router.ts';
import { type Exchange, exchange } from '../../../main/engine/service/exchange.ts';
import { readProblem } from '../../../main/engine/store/save-problem.ts';
import { filingRows } from '../../../main/engine/view/filing-rows.ts';
import { problemList } from '../../../main/engine/view/problem-list.ts';
import type { FileId, MatterId, Problem } from '../../../shared/model/index.ts';
import type { PracticeService } from '../../service/index.ts';
import { eventually, openWorkplace, type Workplace } from '../../support/workplace.ts';

const history = '/history$/';

const waitsFor = ({ workspace: { stores, clock, account } }: Workplace) =>
  filingRows(stores, {
    now: clock.now(),
    paused: false,
    ready: account.isReady,
    progressOf: () => null,
  }).open.map((row) => row.waitsFor);

const questions = ({ workspace: { stores } }: Workplace) =>
  stores.saves
    .problems()
    .map((save) => ({ name: save.name, fileId: save.fileId, code: readProblem(save.problem)?.code }));

const problemsOf = ({ workspace }: Workplace) =>
  problemList(workspace.stores, workspace.healthIssues.all(), workspace.refresher.failure);

const livingFiles = ({ service, matterId }: Workplace) =>
  service.filesOf(matterId).filter((file) => !file.deleted);

test('a folder linked before anybody looked at its matter: what the service has is asked about, the rest is filed', async () => {
  let briefId = '';
  let letterId = '';
  let before = 0;
  await using place = await openWorkplace({
    looked: false,
    before: (service, matterId) => {
      const { colleague } = service;
      briefId = colleague.createFile(matterId, 'Brief.docx', 'theirs');
      const letters = colleague.createFolder(matterId, 'Letters to court');
      const inner = colleague.createFolder(matterId, 'Answers', letters);
      letterId = colleague.createFile(matterId, 'Letter.docx', 'their letter', inner);
      before = service.filesOf(matterId).filter((file) => !file.deleted).length;
    },
    beforeLinking: (_service, folder) => {
      writeFileSync(join(folder, 'Brief.docx'), 'ours');
      writeFileSync(join(folder, 'New.docx'), 'new');
      mkdirSync(join(folder, 'Letters to court/Answers'), { recursive: true });
      writeFileSync(join(folder, 'Letters to court/Answers/Letter.docx'), 'our letter');
    },
  });
  await expect.poll(() => place.states().toSorted(), eventually).toEqual(['filed', 'problem', 'problem']);
  expect(questions(place).toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { name: 'Brief.docx', fileId: briefId, code: 'already-filed' },
    { name: 'Letter.docx', fileId: letterId, code: 'already-filed' },
  ]);
  expect(livingFiles(place)).toHaveLength(before + 1);
});

test('offline, or while history fails: saves are captured, say that they wait for history, and survive the program’s end', async () => {
  let briefId = '';
  let stopFailing = () => {};
  const failing = (service: PracticeService) => {
    stopFailing = service.faults.add({ route: history, kind: 'status', status: 500, count: 'always' });
  };
  await using place = await openWorkplace({
    looked: false,
    before: (service, matterId) => {
      briefId = service.colleague.createFile(matterId, 'Brief.docx', 'theirs');
    },
    beforeLinking: (service, folder) => {
      failing(service);
      writeFileSync(join(folder, 'Brief.docx'), 'ours');
      writeFileSync(join(folder, 'Note.docx'), 'note');
    },
  });
  const filesBefore = livingFiles(place).length;
  await expect.poll(() => place.states(), eventually).toEqual(['waiting', 'waiting']);
  await expect.poll(() => place.service.faults.hits, eventually).toBeGreaterThan(2);
  expect(waitsFor(place)).toEqual(['history', 'history']);
  // A second save, a rename and the program's end on the way.
  writeFileSync(join(place.folder, 'Brief.docx'), 'ours again');
  await expect.poll(() => place.states().length, eventually).toBe(3);
  renameSync(join(place.folder, 'Note.docx'), join(place.folder, 'Memo.docx'));
  await expect.poll(() => place.states().length, eventually).toBe(4);
  await place.restartEngine();
  expect(waitsFor(place)).toEqual(['history', 'history', 'history', 'history']);
  expect(livingFiles(place)).toHaveLength(filesBefore);
  stopFailing();
  place.workspace.poller.look(place.matterId);
  await expect
    .poll(() => questions(place), eventually)
    .toMatchObject([{ fileId: briefId, code: 'already-filed' }]);
  await expect
    .poll(() => livingFiles(place).filter((file) => file.fileName === 'Memo.docx').length, eventually)
    .toBe(1);
  expect(livingFiles(place)).toHaveLength(filesBefore + 1);
  const { stores, pipeline, newFileId } = place.workspace;
  const [asked] = stores.saves.problems();
  if (!asked) throw new Error('nothing is asked');
  const shown = stores.history.ofDocumentSince(place.matterId, briefId as FileId, 0).at(-1);
  const version = shown && readEntry(shown.raw)?.id;
  decide(stores, asked, { decision: 'file-on-top', shown: version ?? null }, newFileId);
  pipeline.wake();
  await place.allFiled(4);
  expect(place.service.contentOf(place.matterId, briefId)).toHaveLength(3);
});

test.each([403, 404])(
  'a matter whose history answers %i: nothing is filed, and the person is told why',
  async (status) => {
    await using place = await openWorkplace({
      looked: false,
      before: (service, matterId) => void service.colleague.createFile(matterId, 'Brief.docx', 'theirs'),
      beforeLinking: (service, folder) => {
        service.faults.add({ route: history, kind: 'status', status, count: 'always' });
        writeFileSync(join(folder, 'Brief.docx'), 'ours');
      },
    });
    const filesBefore = livingFiles(place).length;
    await expect
      .poll(() => problemsOf(place).map((problem) => problem.id), eventually)
      .toContain(`history:${place.matterId}`);
    expect(place.states()).toEqual(['waiting']);
    await expect.poll(() => place.engine.status.value.problems, eventually).toBe(1);
    expect(problemsOf(place)[0]).toMatchObject({
      matterId: place.matterId,
      actions: ['retry', 'file-all-as-new', 'show-in-folder'],
    });
    expect(livingFiles(place)).toHaveLength(filesBefore);
    place.service.faults.clear();
    place.workspace.undecided.retry(place.matterId);
    await expect.poll(() => questions(place), eventually).toMatchObject([{ code: 'already-filed' }]);
    expect(problemsOf(place).map((problem) => problem.id)).not.toContain(`history:${place.matterId}`);
  },
);

test('what the person wants tried again is asked anew, though a look that began before is not answered yet', async () => {
  const look = { isHeld: false, goes: Promise.withResolvers<void>() };
  const through: Exchange = async (outgoing) => {
    const isHeld = look.isHeld && outgoing.url.pathname.endsWith('/history');
    const answer = await exchange(outgoing);
    if (isHeld) await look.goes.promise;
    return answer;
  };
  await using place = await openWorkplace({
    http: { exchange: through },
    looked: false,
    before: (service, matterId) => void service.colleague.createFile(matterId, 'Brief.docx', 'theirs'),
    beforeLinking: (service, folder) => {
      service.faults.add({ route: history, kind: 'status', status: 404, count: 'always' });
      writeFileSync(join(folder, 'Brief.docx'), 'ours');
    },
  });
  const { poller, undecided } = place.workspace;
  const id = `history:${place.matterId}`;
  await expect.poll(() => problemsOf(place).map((problem) => problem.id), eventually).toContain(id);
  const { hits } = place.service.faults;
  look.isHeld = true;
  // It is answered as it was asked, and that is known here only after the person wants it tried again. One that is under way
  // already is not asked for once more.
  const asked = () => {
    poller.expedite(place.matterId, 0);
    return place.service.faults.hits;
  };
  await expect.poll(asked, eventually).toBeGreaterThan(hits);
  place.service.faults.clear();
  undecided.retry(place.matterId);
  await setImmediate();
  look.isHeld = false;
  look.goes.resolve();
  await expect.poll(() => questions(place), eventually).toMatchObject([{ code: 'already-filed' }]);
});

test('refused for good, a person can have all that they were shown filed as documents of their own', async () => {
  await using place = await openWorkplace({
    looked: false,
    before: (service, matterId) => void service.colleague.createFile(matterId, 'Brief.docx', 'theirs'),
    beforeLinking: (service, folder) => {
      service.faults.add({ route: history, kind: 'status', status: 403, count: 'always' });
      writeFileSync(join(folder, 'Brief.docx'), 'ours');
    },
  });
  await expect.poll(() => problemsOf(place).map((problem) => problem.id), eventually).toHaveLength(1);
  const client = createRouterClient(engineRouter(place.engine, () => {}));
  const fileAll = ({ id, gathered }: Problem) =>
    client.engine.problems.act({ id, action: 'file-all-as-new', ...(gathered && { gathered }) });
  const shown = problemsOf(place)[0] as Problem;
  // What comes after the question was shown is not what the person said anything about.
  writeFileSync(join(place.folder, 'Came later.docx'), 'later');
  await expect.poll(() => place.states(), eventually).toEqual(['waiting', 'waiting']);
  await expect(fileAll(shown)).rejects.toMatchObject({ data: { code: 'document-changed' } });
  expect(place.states()).toEqual(['waiting', 'waiting']);
  await fileAll(problemsOf(place)[0] as Problem);
  await expect.poll(() => place.states(), eventually).toEqual(['sent', 'sent']);
  expect(problemsOf(place)).toEqual([]);
  place.service.applyPending();
  expect(livingFiles(place).filter((file) => file.fileName === 'Brief.docx')).toHaveLength(2);
});

test('moved within its matter, to another matter, or unlinked before history was read: nothing is filed over what the service has', async () => {
  let stopFailing = () => {};
  const ids: Record<string, string> = {};
  await using place = await openWorkplace({
    looked: false,
    before: (service, matterId) => {
      const [, other = ''] = service.matterIds();
      const { colleague } = service;
      for (const name of ['Renamed.docx', 'Gone.docx', 'Kept.docx']) {
        ids[name] = colleague.createFile(matterId, name, 'theirs');
      }
      ids['there'] = colleague.createFile(other, 'Gone.docx', 'theirs too');
    },
    beforeLinking: (service, folder) => {
      stopFailing = service.faults.add({ route: history, kind: 'status', status: 500, count: 'always' });
      for (const name of ['Renamed.docx', 'Gone.docx', 'Kept.docx'])
        writeFileSync(join(folder, name), `our ${name}`);
    },
  });
  const { workspace, matterId, folder } = place;
  await expect.poll(() => place.states().length, eventually).toBe(3);
  const other = place.service.matterIds()[1] as MatterId;
  const linked = await workspace.linker.link(other, null);
  if (!linked.ok) throw new Error(linked.error.what);
  workspace.watches.add(other);
  const before = livingFiles(place).length + place.service.filesOf(other).length;
  renameSync(join(folder, 'Renamed.docx'), join(folder, 'Other name.docx'));
  renameSync(join(folder, 'Gone.docx'), join(linked.value, 'Gone.docx'));
  await expect.poll(() => place.states().length, eventually).toBe(5);
  await expect.poll(() => workspace.stores.links.file(matterId, 'Gone.docx')?.removed, eventually).toBe(true);
  await workspace.unlink(matterId);
  await place.restartEngine();
  stopFailing();
  place.workspace.undecided.retry(matterId);
  place.workspace.undecided.retry(other);
  await expect.poll(() => questions(place).length, eventually).toBe(4);
  expect(questions(place).map(({ fileId }) => fileId)).toEqual([
    ...place.workspace.stores.saves
      .open(matterId)
      .flatMap(({ kind, fileId }) => (kind === 'content' ? [fileId] : [])),
    ids['there'],
  ]);
  expect(new Set(questions(place).map(({ fileId }) => fileId))).toEqual(new Set(Object.values(ids)));
  expect(livingFiles(place).length + place.service.filesOf(other).length).toBe(before);
  const moved = place.workspace.stores.saves.open(other)[0];
  expect(moved?.movedFrom).toBeNull();
});

test.each<[string, (place: Workplace) => unknown]>([
  ['unlinked', ({ workspace, matterId }) => workspace.unlink(matterId)],
  ['moved away', ({ folder }) => renameSync(folder, `${folder} elsewhere`)],
])(
  'a document in a folder of the service is asked about also where the matter’s directory was %s before history was read',
  async (_, goes) => {
    let stopFailing = () => {};
    let letterId = '';
    await using place = await openWorkplace({
      looked: false,
      before: (service, matterId) => {
        const { colleague } = service;
        const letters = colleague.createFolder(matterId, 'Letters to court');
        letterId = colleague.createFile(matterId, 'Letter.docx', 'their letter', letters);
      },
      beforeLinking: (service, folder) => {
        stopFailing = service.faults.add({ route: history, kind: 'status', status: 500, count: 'always' });
        mkdirSync(join(folder, 'Letters to court'));
        writeFileSync(join(folder, 'Letters to court/Letter.docx'), 'our letter');
      },
    });
    const { workspace, matterId } = place;
    await expect.poll(() => place.states(), eventually).toEqual(['waiting']);
    const before = livingFiles(place).length;
    await goes(place);
    stopFailing();
    workspace.undecided.retry(matterId);
    await expect
      .poll(() => questions(place), eventually)
      .toEqual([{ name: 'Letter.docx', fileId: letterId, code: 'already-filed' }]);
    expect(livingFiles(place)).toHaveLength(before);
  },
);

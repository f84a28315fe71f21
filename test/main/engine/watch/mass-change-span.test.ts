import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import {
  checkForMassRemoval,
  type SeenChange,
  watchForMassChange,
} from '../../../../main/engine/features/mass-changes/mass-change.ts';
import {
  decideMassChange,
  gatheredBy,
  massChangeProblemId,
} from '../../../../main/engine/features/mass-changes/mass-change-decision.ts';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import { massChangeProblems } from '../../../../main/engine/view/mass-change-problems.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';

const now = 1_800_000_000_000;
const matterId = 'm' as MatterId;

function bench() {
  const stores = storesOn(prepareDatabase(new Database(':memory:')), testAuditContext);
  let count = 0;
  const change = (seen: Partial<SeenChange> = {}) => {
    count += 1;
    const fileId = seen.fileId ?? (`document ${count}` as FileId);
    stores.outbox.add({
      matterId,
      fileId,
      kind: 'content',
      path: `${count}.docx`,
      name: `${count}.docx`,
      sha256: '',
      size: 1,
      capturedAt: seen.now ?? now,
      state: 'waiting',
      problem: null,
    });
    watchForMassChange(stores, { matterId, fileId, what: 'changed', changedAt: now, now, ...seen });
  };
  /** One of the same documents each time. */
  const changeAgain = (number: number, at: number) =>
    change({ fileId: `one ${number}` as FileId, now: at, changedAt: at });
  const held = () => stores.saves.open().filter((save) => save.held !== null).length;
  return { stores, change, changeAgain, held };
}

test('what was changed over a week and is found at one start is no mass change', () => {
  const { change, held } = bench();
  for (let hour = 0; hour < 168; hour += 1) change({ changedAt: now - hour * 3_600_000 });
  expect(held()).toBe(0);
});

test('what was changed within a minute last week and is found at one start is one', () => {
  const { change, held } = bench();
  for (let count = 0; count < 60; count += 1) change({ changedAt: now - 7 * 86_400_000 + count * 500 });
  expect(held()).toBe(60);
});

test('new documents count for nothing, and wait with the others while it goes on', () => {
  const { change, held } = bench();
  for (let count = 0; count < 500; count += 1) change({ what: 'new' });
  expect(held()).toBe(0);
  for (let count = 0; count < 51; count += 1) change({ now: now + 120_000, changedAt: now + 120_000 });
  expect(held()).toBe(51);
  change({ what: 'new', now: now + 130_000 });
  expect(held()).toBe(52);
  change({ what: 'new', now: now + 300_000 });
  expect(held()).toBe(52);
});

test('what goes on after the person said to file all of it counts anew: what they agreed to is what they were shown', () => {
  const { stores, change, held } = bench();
  for (let count = 0; count < 60; count += 1) change();
  const [first] = stores.massChanges.undecided();
  stores.massChanges.decide(first?.id ?? 0, 'file', '');
  for (let count = 0; count < 60; count += 1)
    change({ now: now + count * 500, changedAt: now + count * 500 });
  expect(held()).toBe(60);
  expect(stores.massChanges.undecided()).toHaveLength(1);
});

test('a second wave before the person decided joins the first: one question for one matter', () => {
  const { stores, change, held } = bench();
  for (let count = 0; count < 60; count += 1) change();
  const later = now + 3_600_000;
  for (let count = 0; count < 60; count += 1) change({ now: later, changedAt: later });
  expect(stores.massChanges.undecided()).toHaveLength(1);
  expect(held()).toBe(120);
});

/** Sixty documents were found gone a while ago, and this was told. */
function sixtyRemoved() {
  const desk = bench();
  const { stores } = desk;
  const gone = Array.from({ length: 60 }, (_, index) => `gone ${index}` as FileId);
  for (const fileId of gone)
    stores.massChanges.note({ matterId, fileId, what: 'removed', changedAt: now, noticedAt: now }, null);
  expect(checkForMassRemoval(stores, matterId, now + 15_000)).toBe(true);
  const [told] = stores.massChanges.undecided();
  const dismiss = () => {
    if (!told) throw new Error('no removal is told');
    const gathered = gatheredBy(stores, told);
    return decideMassChange(stores, { id: massChangeProblemId(told.id), action: 'dismiss', gathered });
  };
  /** A hundred documents, one a second. */
  const oneASecond = (from: number) => {
    for (let second = 0; second < 100; second += 1) {
      const at = from + second * 1000;
      desk.change({ now: at, changedAt: at });
    }
  };
  return { ...desk, gone, dismiss, oneASecond };
}

test('after a told removal was dismissed, a hundred documents changed one a second are held', () => {
  const { held, dismiss, oneASecond } = sixtyRemoved();
  expect(dismiss()).toEqual({ ok: true, value: matterId });
  oneASecond(now + 20_000);
  expect(held()).toBe(100);
});

test('after removed documents are back, a hundred documents changed one a second are held', () => {
  const { stores, gone, held, oneASecond } = sixtyRemoved();
  for (const fileId of gone) stores.massChanges.foundAgain(matterId, fileId);
  expect(stores.massChanges.undecided()).toEqual([]);
  oneASecond(now + 20_000);
  expect(held()).toBe(100);
});

test('what the person said to file all of does not go on with single saves: what comes later is held', () => {
  const { stores, change, held } = bench();
  for (let count = 0; count < 60; count += 1) change();
  const [first] = stores.massChanges.undecided();
  stores.massChanges.decide(first?.id ?? 0, 'file', '');
  let at = now;
  for (let count = 0; count < 20; count += 1) change({ now: (at += 50_000), changedAt: at });
  expect(held()).toBe(0);
  at += 50_000;
  for (let second = 0; second < 100; second += 1) change({ now: (at += 1_000), changedAt: at });
  expect(held()).toBe(100);
});

test('documents that were filed together as the person said count when they change again', () => {
  const { stores, held, changeAgain } = bench();
  for (let count = 0; count < 60; count += 1) changeAgain(count, now);
  const [first] = stores.massChanges.undecided();
  stores.massChanges.decide(first?.id ?? 0, 'file', '');
  const later = now + 5 * 60_000;
  for (let count = 0; count < 60; count += 1) changeAgain(count, later + count * 1_000);
  expect(held()).toBe(60);
});

test.each(['keep', 'each'] as const)(
  'what goes on after the person wanted the change to be looked at (%s) is held at once; a few saves of their own are not',
  (decision) => {
    const { stores, change, held } = bench();
    for (let count = 0; count < 60; count += 1) change();
    const [first] = stores.massChanges.undecided();
    stores.massChanges.decide(
      first?.id ?? 0,
      decision,
      JSON.stringify({ code: 'one-of-many', what: '', why: '', next: '' }),
    );
    for (let second = 1; second <= 2; second += 1)
      change({ now: now + second * 1_000, changedAt: now + second * 1_000 });
    expect(held()).toBe(0);
    for (let second = 3; second <= 40; second += 1)
      change({ now: now + second * 1_000, changedAt: now + second * 1_000 });
    expect(held()).toBe(40);
    expect(stores.massChanges.undecided()).toHaveLength(1);
  },
);

test('new documents that are held with a removal stay held when what was removed is back', () => {
  const { stores, gone, held, change } = sixtyRemoved();
  for (let count = 0; count < 60; count += 1) change({ what: 'new', now: now + 20_000 });
  expect(held()).toBe(60);
  for (const fileId of gone) stores.massChanges.foundAgain(matterId, fileId);
  expect(held()).toBe(60);
  expect(massChangeProblems(stores, () => null)).toMatchObject([
    {
      what: 'Documents came to this matter while others were gone',
      why: expect.stringContaining('What was gone is back. A macro'),
      gathered: { count: 60 },
    },
  ]);
});

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import { type SeenChange, watchForMassChange } from '../../../../main/engine/watch/mass-change.ts';
import type { FileId, MatterId } from '../../../../shared/model.ts';
import { testWitness } from '../../../support/witness.ts';

const now = 1_800_000_000_000;
const matterId = 'm' as MatterId;

function bench() {
  const stores = storesOn(prepareDatabase(new Database(':memory:')), testWitness);
  let count = 0;
  const change = (seen: Partial<SeenChange> = {}) => {
    count += 1;
    const fileId = `document ${count}` as FileId;
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
  const held = () => stores.saves.open().filter((save) => save.held !== null).length;
  return { stores, change, held };
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

test('what the person said to file all of is filed to its end, and asked about when it begins anew', () => {
  const { stores, change, held } = bench();
  for (let count = 0; count < 60; count += 1) change();
  const [first] = stores.massChanges.undecided();
  stores.massChanges.decide(first?.id ?? 0, 'file', '');
  for (let count = 0; count < 60; count += 1)
    change({ now: now + count * 1000, changedAt: now + count * 1000 });
  expect(held()).toBe(0);
  const later = now + 3_600_000;
  for (let count = 0; count < 60; count += 1) change({ now: later, changedAt: later });
  expect(held()).toBe(60);
});

test('a second wave before the person decided joins the first: one question for one matter', () => {
  const { stores, change, held } = bench();
  for (let count = 0; count < 60; count += 1) change();
  const later = now + 3_600_000;
  for (let count = 0; count < 60; count += 1) change({ now: later, changedAt: later });
  expect(stores.massChanges.undecided()).toHaveLength(1);
  expect(held()).toBe(120);
});

import { beforeEach, describe, expect, test } from 'vitest';
import { HistoryIntake } from '../../../../main/engine/features/history/intake.ts';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import { search } from '../../../../main/engine/features/search/search.ts';
import { type HistoryEntry, readEntry } from '../../../../main/engine/service/history.ts';
import type { Stores } from '../../../../main/engine/store/stores.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { emptyStores } from './projected.ts';

const matterId = 'matter-1' as MatterId;
const documents = 1_500;
let stores: Stores;

/** Each document comes with its first name, and is renamed once all of them are there. */
const longHistory = (): HistoryEntry[] =>
  ['Draft', 'Final'].flatMap((word, turn) =>
    Array.from({ length: documents }, (_, number) => {
      const entry = readEntry(
        JSON.stringify({
          id: `${word} ${number}`,
          timestamp: new Date((turn * documents + number) * 1_000).toISOString(),
          changeType: turn === 0 ? 'Create' : 'Rename',
          file: { id: `d${number}` },
          newName: `${word} letter${number}.docx`,
        }),
      );
      if (!entry.ok) throw new Error(entry.error);
      return entry.value;
    }),
  );

/** A computer that takes so many milliseconds for whatever it does. */
function intakeOn(slowness: number): HistoryIntake {
  let now = 0;
  const steady = () => {
    now += slowness;
    return now;
  };
  return new HistoryIntake(stores, new Projector(stores), { steady });
}

const take = (
  intake: HistoryIntake,
  entries: readonly HistoryEntry[],
  signal = new AbortController().signal,
) => intake.take(matterId, null, entries, { now: 0, signal, whole: () => {} });

const found = (text: string) => search(stores, { text, limit: 8 }).documents.map(({ name }) => name);

/** How many entries were kept in each transaction. */
function watchBatches(): number[] {
  const batches: number[] = [];
  const { history } = stores;
  const append = history.append.bind(history);
  history.append = (...all) => {
    batches.push(all[2].length);
    return append(...all);
  };
  return batches;
}

beforeEach(() => {
  stores = emptyStores();
});

test('two looks at the same time that both bring the first entry of a folder leave no gap in its history', async () => {
  const intake = intakeOn(1);
  const signal = new AbortController().signal;
  const [first] = longHistory();
  if (!first) throw new Error('no entry');
  // Both answers were compared with what was known before either was kept.
  const known = { before: 0, among: 0, after: 0 };
  for (let look = 0; look < 2; look += 1) {
    const whole = () => stores.history.putSeen(matterId, null, 1);
    await intake.take(matterId, null, [first], { now: 0, signal, known, whole });
  }
  expect(stores.database.prepare('SELECT count(*) FROM history_gap').pluck().get()).toBe(0);
});

describe('a long history that comes in', () => {
  test('can be searched by every name when it is in, once for each document', async () => {
    await take(intakeOn(1), longHistory());
    for (const number of [0, 700, documents - 1]) {
      expect(found(`letter${number}.`)).toEqual([`Final letter${number}.docx`]);
      expect(found(`draft letter${number}.`)).toEqual([`Final letter${number}.docx`]);
    }
    expect(stores.search.putNoted(1)).toBe(false);
  });

  test('can be searched after the next start when the program ended in the middle', async () => {
    const leaving = new AbortController();
    const { history } = stores;
    const append = history.append.bind(history);
    history.append = (...all) => {
      leaving.abort();
      return append(...all);
    };
    expect(await take(intakeOn(1), longHistory(), leaving.signal)).toBeNull();
    expect(found('letter249.')).toEqual([]);
    await new Projector(stores).indexPending();
    expect(found('letter249.')).toEqual(['Draft letter249.docx']);
  });

  test('a few entries are found as soon as they are kept', async () => {
    const batches = watchBatches();
    await take(intakeOn(1), longHistory().slice(0, 100));
    expect(batches).toEqual([100]);
    expect(found('letter99.')).toEqual(['Draft letter99.docx']);
  });

  test('is kept in larger steps on a fast computer, and in small ones where each takes long', async () => {
    const fast = watchBatches();
    await take(intakeOn(1), longHistory());
    expect(fast).toEqual([250, 500, 1_000, 1_000, 250]);
    stores = emptyStores();
    const slow = watchBatches();
    await take(intakeOn(100), longHistory());
    expect(new Set(slow)).toEqual(new Set([250]));
  });
});

describe('a move between two matters', () => {
  const other = 'matter-2' as MatterId;
  const moved = (otherwise: object = {}) => {
    const entry = readEntry(
      JSON.stringify({
        id: '7',
        timestamp: new Date(7_000).toISOString(),
        changeType: 'Move',
        file: { id: 'd1' },
        newName: 'Letter.docx',
        oldMatterId: other,
        newMatterId: matterId,
        ...otherwise,
      }),
    );
    return entry.ok ? [entry.value] : [];
  };
  const shownIn = (matter: MatterId) =>
    stores.database.prepare('SELECT count(*) FROM history_entry WHERE matter_id = ?').pluck().get(matter);

  test.each([
    [matterId, other],
    [other, matterId],
  ])('is one entry in each, whichever history is read first (%s, %s), also read again', async (...order) => {
    const intake = intakeOn(1);
    const signal = new AbortController().signal;
    for (const matter of [...order, ...order])
      await intake.take(matter, null, moved(), { now: 0, signal, whole: () => {} });
    expect([shownIn(matterId), shownIn(other)]).toEqual([1, 1]);
    // Both are known by the id that the service gave them.
    for (const matter of order) expect(stores.history.toldAmong(matter, null, ['7'])).toEqual(['7']);
  });

  test.each<[string, object]>([
    ['names itself alone', { oldMatterId: null }],
    ['writes the document’s id in capitals', { file: { id: 'D1' } }],
    ['writes fractions of its second', { timestamp: new Date(7_123).toISOString() }],
    ['writes its time in another zone', { timestamp: '1970-01-01T01:00:07+01:00' }],
  ])('is one entry in each, where the history of one of them %s', async (_how, otherwise) => {
    const how = { now: 0, signal: new AbortController().signal, whole: () => {} };
    for (const order of [
      [other, matterId],
      [matterId, other],
    ]) {
      stores = emptyStores();
      const intake = intakeOn(1);
      for (const matter of [...order, ...order])
        await intake.take(matter, null, moved(matter === matterId ? otherwise : {}), how);
      expect(shownIn(matterId)).toBe(1);
      expect(stores.history.toldAmong(matterId, null, ['7'])).toEqual(['7']);
    }
  });

  test.each<[string, object]>([
    ['a document’s version', { changeType: 'Update', oldMatterId: null, newMatterId: null }],
    ['its move inside that one', { oldMatterId: matterId }],
    ['another document', { file: { id: 'd2' } }],
    ['another folder', { file: undefined, folder: { id: 'f2' } }],
    ['a later move of it', { timestamp: new Date(8_000).toISOString() }],
  ])('does not stand for %s, which has its id in the other matter', async (_what, otherwise) => {
    const intake = intakeOn(1);
    const how = { now: 0, signal: new AbortController().signal, whole: () => {} };
    const folder = 'folder' in otherwise ? { file: undefined, folder: { id: 'f1' } } : {};
    await intake.take(other, null, moved(folder), how);
    await intake.take(matterId, null, moved(otherwise), how);
    expect(shownIn(matterId)).toBe(2);
  });
});

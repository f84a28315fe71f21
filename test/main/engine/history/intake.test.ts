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

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { defineFunctions, prepareDatabase } from '../../../../main/engine/store/database.ts';
import { migrations } from '../../../../main/engine/store/schema.ts';
import { type Stores, storesOn } from '../../../../main/engine/store/stores.ts';
import { problemList, unprovenId } from '../../../../main/engine/view/problem-list.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';

const matterId = 'matter-1' as MatterId;
/** The schema before saves had attempts. */
const before = migrations.findIndex((sql) => sql.includes('CREATE TABLE attempt'));

interface Told {
  readonly id: number;
  readonly state: string;
  readonly announcedSeq?: number;
  readonly onTop?: boolean;
  readonly filedEntryId?: string;
  /** What the custody log says of it. */
  readonly log: readonly (readonly [kind: string, detail: string | null])[];
}

/** A database of the earlier program, with a document for each save, taken over by this one. */
function takenOver(
  saves: readonly Told[],
  entries: readonly (readonly [saveId: number, id: string])[],
): Stores {
  const database = new Database(':memory:');
  defineFunctions(database);
  for (const sql of migrations.slice(0, before)) database.exec(sql);
  database.pragma(`user_version = ${before}`);
  for (const [saveId, id] of entries) {
    database
      .prepare(
        `INSERT INTO history_entry (matter_id, id, read_from, file_id, at, raw, received_at, echo)
         VALUES (?, ?, '', ?, 1, ?, 1000, 0)`,
      )
      .run(
        matterId,
        id,
        `file-${saveId}`,
        JSON.stringify({ id, file: { id: `file-${saveId}` }, changeType: 'Update' }),
      );
  }
  let seq = 0;
  const logged = database.prepare(
    `INSERT INTO custody (seq, kind, at, written_at, matter_id, file_id, save_id, detail, device_id, salt, previous_hash,
       hash)
     VALUES (@seq, @kind, '2026-11-01T10:00:00.000Z', '2026-11-01T10:00:00.000Z', @matterId, @fileId, @saveId, @detail,
       'device', 's', @previous, @hash)`,
  );
  for (const { id, state, announcedSeq, onTop, filedEntryId, log } of saves) {
    database
      .prepare(
        `INSERT INTO save (id, matter_id, file_id, kind, path, name, sha256, size, captured_at, state, announced_seq,
           on_top, filed_entry_id)
         VALUES (?, ?, ?, 'content', ?, ?, ?, 1, 7, ?, ?, ?, ?)`,
      )
      .run(
        ...[
          id,
          matterId,
          `file-${id}`,
          `${id}.docx`,
          `${id}.docx`,
          `bytes-${id}`,
          state,
          announcedSeq ?? null,
        ],
        ...[onTop ? 1 : 0, filedEntryId ?? null],
      );
    database
      .prepare(
        `INSERT INTO local_file (matter_id, path, file_id, size, modified, changed, inode, sha256, base_seq)
         VALUES (?, ?, ?, 1, '1', '1', ?, ?, 9)`,
      )
      .run(matterId, `${id}.docx`, `file-${id}`, String(id), `bytes-${id}`);
    for (const [kind, detail] of log) {
      seq += 1;
      const facts = { matterId, fileId: `file-${id}`, saveId: id, kind, detail };
      logged.run({ ...facts, seq, hash: `hash ${seq}`, previous: seq === 1 ? 'genesis' : `hash ${seq - 1}` });
    }
  }
  const stores = storesOn(prepareDatabase(database), testAuditContext);
  while (stores.outbox.tellUnproven(1) > 0);
  return stores;
}

const filedProperly: Told = {
  ...{ id: 1, state: 'filed', announcedSeq: 1, filedEntryId: 'e1' },
  log: [
    ['sent', null],
    ['filed', null],
  ],
};
const filedBySeeing: Told = {
  ...{ id: 2, state: 'filed', announcedSeq: 1, filedEntryId: 'e2' },
  log: [
    ['sent', 'seen-in-history'],
    ['filed', null],
  ],
};
const filedWithoutEntry: Told = { id: 3, state: 'filed', announcedSeq: 1, log: [['sent', null]] };
const filedBeforeTheLog: Told = { id: 4, state: 'filed', announcedSeq: 1, filedEntryId: 'e4', log: [] };

test('what the log says was sent, and has its entry, stays filed; of what nothing proves the bytes are kept', () => {
  const { saves, links } = takenOver(
    [filedProperly, filedBySeeing, filedWithoutEntry, filedBeforeTheLog],
    [
      [1, 'e1'],
      [2, 'e2'],
      [4, 'e4'],
    ],
  );
  expect([1, 2, 3, 4].map((id) => saves.get(id)?.state)).toEqual(['filed', 'kept', 'kept', 'kept']);
  // The next save of those asks, once; the copy of the other one is known.
  expect(links.file(matterId, '1.docx')?.base).toEqual({ entryId: 'e1', upTo: 9 });
  expect(links.file(matterId, '2.docx')?.base).toEqual({ entryId: null, upTo: 0 });
  // Kept is never sent by itself, and never evicted.
  expect(saves.open()).toEqual([]);
  expect(saves.keptHereOnly()).toBe(3);
});

test('what nothing proves is told in one, in the custody log for each, and is over once it was read', () => {
  const stores = takenOver([filedProperly, filedBySeeing, filedWithoutEntry], [[1, 'e1']]);
  const told = () => problemList(stores, [], null).map(({ id, what, actions }) => ({ id, what, actions }));
  expect(told()).toEqual([
    { id: unprovenId, what: '2 saves may not be filed: “2.docx”, “3.docx”', actions: ['dismiss'] },
  ]);
  const unproven = [...stores.custody.pages(1, 100)].flat().filter(({ detail }) => detail === 'unproven');
  expect(unproven.map(({ saveId }) => saveId)).toEqual([2, 3]);
  stores.outbox.unprovenRead();
  expect(told()).toEqual([]);
  expect(stores.saves.get(2)?.state).toBe('kept');
});

test('what was on its way goes on: accepted where the log says sent, and otherwise not known', () => {
  const { saves } = takenOver(
    [
      { id: 1, state: 'sent', announcedSeq: 4, log: [['sent', null]] },
      { id: 2, state: 'sending', announcedSeq: 5, log: [['announcing', null]] },
      { id: 3, state: 'waiting', announcedSeq: 6, log: [['interrupted', null]] },
      { id: 4, state: 'waiting', log: [] },
    ],
    [],
  );
  expect(
    [1, 2, 3, 4].map((id) => saves.attemptsOf(id).map(({ seenUpTo, outcome }) => [seenUpTo, outcome])),
  ).toEqual([[[4, 'accepted']], [[5, 'unknown']], [[6, 'unknown']], []]);
});

test('what was agreed to be filed on top is agreed for what history had shown when it was decided', () => {
  const saves = [
    { id: 1, state: 'waiting', onTop: true, log: [['decided', 'file-on-top']] },
    { id: 2, state: 'waiting', onTop: true, log: [] },
  ] as const satisfies readonly Told[];
  const stores = takenOver(saves, [
    [1, 'e1'],
    [2, 'e2'],
  ]);
  const [shown] = stores.history.ofDocumentSince(matterId, 'file-1' as FileId, 0);
  expect(stores.saves.get(1)?.agreedUpTo).toBe(shown?.seq);
  // Of when that was decided nothing is known: it is asked again.
  expect(stores.saves.get(2)?.agreedUpTo).toBeNull();
});

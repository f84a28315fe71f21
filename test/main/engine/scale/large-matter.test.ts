import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { registerCapture } from '../../../../main/engine/features/capture/register.ts';
import { HistoryIntake } from '../../../../main/engine/features/history/intake.ts';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import { OpenDocuments } from '../../../../main/engine/features/open-documents/open-documents.ts';
import { Pipeline } from '../../../../main/engine/features/upload/pipeline.ts';
import type { PipelinePorts } from '../../../../main/engine/features/upload/ports.ts';
import { NotFiled } from '../../../../main/engine/features/watch/not-filed.ts';
import type { Files } from '../../../../main/engine/platform/files.ts';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import { type Stores, storesOn } from '../../../../main/engine/store/stores.ts';
import { filingRows } from '../../../../main/engine/view/filing-rows.ts';
import { problemList } from '../../../../main/engine/view/problem-list.ts';
import { type Clock, systemClock } from '../../../../shared/base/clock.ts';
import type { FileId, FolderId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';

const matterId = 'matter' as MatterId;
const now = 1_800_000_000_000;

/** The engine's rooms, and every question that is asked in them. */
function listened(): { stores: Stores; asked: Set<string> } {
  const database = prepareDatabase(new Database(':memory:'));
  const asked = new Set<string>();
  const prepare = database.prepare.bind(database);
  database.prepare = (sql: string) => {
    asked.add(sql);
    return prepare(sql);
  };
  return { stores: storesOn(database, testAuditContext), asked };
}

/** Tables with a row or more for each document of a matter. */
const long = /^(?:SCAN|SEARCH) (?:i|item|local_file|save|history_entry)\b/;

/** Questions for which SQLite reads every document of a matter, or of all. */
function readsAll({ stores, asked }: ReturnType<typeof listened>): string[] {
  return [...asked].filter((sql) => {
    if (!/^\s*(SELECT|UPDATE|DELETE|INSERT)/.test(sql) || /LIMIT/.test(sql)) return false;
    const plan = stores.database
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/\?|@\w+/g, '1')}`)
      .all();
    return plan.some(
      ({ detail }) =>
        long.test(detail) &&
        (/^SCAN/.test(detail) || /\(matter_id=\?( AND (is_folder|place|removed)=\?)*\)$/.test(detail)),
    );
  });
}

function capture(stores: Stores, path: string, content: string): void {
  const facts = { kind: 'file', size: 5, modified: '1', changed: '1', inode: `1:${path}:2` } as const;
  registerCapture(stores, {
    matterId,
    path,
    captured: { sha256: content, facts },
    gone: stores.links.renameCandidates(matterId, facts.inode, content),
    newFileId: () => `id of ${path}` as FileId,
    now,
  });
}

test('a save is registered, new or of a known document, without the other documents of its matter being read', () => {
  const place = listened();
  for (let number = 0; number < 20; number += 1) capture(place.stores, `Letter ${number}.docx`, `${number}`);
  for (let number = 0; number < 20; number += 1)
    capture(place.stores, `Letter ${number}.docx`, `new ${number}`);
  expect(place.stores.saves.open()).toHaveLength(40);
  expect(place.asked.size).toBeGreaterThan(10);
  place.asked.delete(
    [...place.asked].find((sql) => /FROM save WHERE state IN .* ORDER BY id$/.test(sql)) ?? '',
  );
  expect(readsAll(place)).toEqual([]);
});

test('what is new in an answer is found by its ids, whatever other folders and matters showed meanwhile', () => {
  const { stores, asked } = listened();
  const entry = (id: string) => ({ id, fileId: null, at: 1, raw: '{}' });
  stores.history.append(matterId, null, [entry('known')], now);
  stores.history.putSeen(matterId, null, stores.history.newestSeq());
  const letters = 'letters' as FolderId;
  stores.history.append(matterId, letters, [entry('shown by another')], now);
  stores.history.append(matterId, letters, [entry('of another matter')], now, { echo: true });
  asked.clear();
  const unknown = new HistoryIntake(stores, new Projector(stores), systemClock).unknown(matterId, null);
  const ids = ['known', 'shown by another', 'of another matter', 'new'];
  expect([...unknown(ids)]).toEqual(['shown by another', 'of another matter', 'new']);
  const plans = [...asked]
    .filter((sql) => /FROM history_entry/.test(sql))
    .flatMap((sql) => {
      const plan = stores.database.prepare<[], { detail: string }>(
        `EXPLAIN QUERY PLAN ${sql.replaceAll(/\?|@\w+/g, '1')}`,
      );
      return plan.all().map(({ detail }) => detail);
    });
  const byKeys = /\((matter_id=\? AND id=\?|seq=\? AND folder_id=\?)\)/;
  expect(
    plans.filter((plan) => /^(SCAN|SEARCH) (?!history_entry$)/.test(plan) && !byKeys.test(plan)),
  ).toEqual([]);
});

test('a document of the same name is found in its folder in whatever letters it is written', () => {
  const { stores } = listened();
  const facts = {
    formerNames: '',
    deleted: 0,
    versions: 1,
    changedAt: null,
    changedBy: null,
    at: 0,
    seq: 0,
  } as const;
  stores.projection.addItem(matterId, true, 'folder', { ...facts, name: 'Letters', place: null });
  for (const [id, name, place] of [
    ['one', 'Résumé.ODT'.normalize('NFD'), 'folder'],
    ['two', 'résumé.odt'.normalize('NFC'), null],
    ['three', 'Other.odt', 'folder'],
  ] as const)
    stores.projection.addItem(matterId, false, id, { ...facts, name, place });
  const found = (folder: string | null) =>
    stores.documents.named(matterId, folder as never, 'RÉSUMÉ.odt'.normalize('NFC')).map(({ id }) => id);
  expect([found('folder'), found(null)]).toEqual([['one'], ['two']]);

  const renamed = stores.projection.item(matterId, false, 'three');
  if (renamed) stores.projection.changeItem(renamed, false, { ...renamed, name: 'Résumé.odt' });
  expect(found('folder').toSorted()).toEqual(['one', 'three']);
});

test('what the window shows of saves and problems does not read the saves that wait', () => {
  const place = listened();
  for (let number = 0; number < 30; number += 1) capture(place.stores, `Letter ${number}.docx`, `${number}`);
  const { asked, stores } = place;
  asked.clear();
  const going = { now, paused: false, ready: true, progressOf: () => null };
  expect(filingRows(stores, going).open).toHaveLength(30);
  expect(problemList(stores, [], null)).toEqual([]);
  const all = [...asked].filter((sql) =>
    /FROM save WHERE state IN \('waiting', 'sending', 'sent', 'problem'\)\s+(AND NOT|ORDER BY id)/.test(sql),
  );
  expect(all).toEqual([]);
});

test('what is captured while nobody is signed in makes the account wait once', async () => {
  const ready = vi.fn<() => Promise<void>>(() => new Promise(() => {}));
  const account = { isReady: false, ready };
  const stores = { saves: { sentOnes: () => [] } };
  const clock: Pick<Clock, 'timer'> = { timer: systemClock.timer };
  const pipeline = new Pipeline({ account, stores, clock } as unknown as PipelinePorts);
  pipeline.start(false);
  for (let saved = 0; saved < 100; saved += 1) {
    pipeline.wake();
    await systemClock.sleep(1);
  }
  expect(ready).toHaveBeenCalledTimes(1);
  await pipeline.stop();
});

test('ignored files are not compared with each other, however many there are', async () => {
  const { stores } = listened();
  stores.links.link(matterId, '/matters/one', now);
  const facts = vi.fn<() => Promise<null>>(() => Promise.resolve(null));
  const files = { facts } as unknown as Files;
  const notFiled = new NotFiled(files, stores, () => void openDocuments.look(matterId));
  const looks = vi.spyOn(OpenDocuments.prototype, 'look');
  const openDocuments = new OpenDocuments({
    files,
    stores,
    notFiled,
    clock: systemClock,
    onChange: () => {},
    read: () => {},
  });
  for (let number = 0; number < 500; number += 1) notFiled.note(matterId, `${number}.bak~`);
  expect(looks).not.toHaveBeenCalled();
  for (let number = 0; number < 500; number += 1) notFiled.note(matterId, `~$letter ${number}.docx`);
  await openDocuments.look(matterId);
  expect(notFiled.paths(matterId)).toHaveLength(1000);
  expect(facts.mock.calls.length).toBeLessThanOrEqual(1000);
  openDocuments.stop();
});

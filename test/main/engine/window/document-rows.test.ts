import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import { documentRows } from '../../../../main/engine/view/document-rows.ts';
import {
  type Change,
  documentsAtOnce,
  type FileId,
  type FolderId,
  type MatterId,
} from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';
import { eventually, openWorkplace, type Workplace } from '../../../support/workplace.ts';

const matterId = 'matter' as MatterId;
const never = () => null;

const fact = {
  formerNames: '',
  deleted: 0,
  versions: 1,
  changedAt: null,
  changedBy: null,
  at: 0,
  seq: 0,
} as const;
const save = {
  kind: 'content',
  sha256: 'one',
  size: 1,
  capturedAt: 1,
  state: 'waiting',
  problem: null,
} as const;

/** Documents that history shows, that lie in the folder, that wait, and that are all of it: each two thirds of all. */
function matter(count: number) {
  const database = prepareDatabase(new Database(':memory:'));
  const stores = storesOn(database, testAuditContext);
  stores.links.link(matterId, '/matters/one', 1);
  const ids = Array.from({ length: count }, (_, number) => String(number * 7_919).padStart(9, '0') as FileId);
  database.transaction(() => {
    for (const [number, fileId] of ids.entries()) {
      const name = `Letter ${number}.docx`;
      if (number % 3 !== 0)
        stores.projection.addItem(matterId, false, fileId, { ...fact, name, place: null });
      const facts = { size: 1, modified: '', changed: '', inode: '', sha256: 'one', removed: false } as const;
      if (number % 3 !== 1)
        stores.links.putFile({ matterId, path: name, fileId, ...facts, base: { entryId: null, upTo: 0 } });
      if (number % 3 !== 2) stores.outbox.add({ matterId, fileId, path: name, name, ...save });
    }
  })();
  return { stores, ids };
}

test('the documents of a matter come a page at a time, each once, wherever it is known from', () => {
  const { stores, ids } = matter(2 * documentsAtOnce + 100);
  const all: FileId[] = [];
  let after: FileId | null = null;
  do {
    const page = documentRows(stores, matterId, never, { after });
    expect(page.documents.length).toBeLessThanOrEqual(documentsAtOnce);
    all.push(...page.documents.map(({ fileId }) => fileId));
    after = page.next;
  } while (after !== null);
  expect(all).toEqual(ids.toSorted());
});

test('some documents can be asked for alone, and are as in the list; what is not there is left out', () => {
  const { stores, ids } = matter(30);
  const only = [ids[4], ids[5], ids[6], 'gone' as FileId].filter((id) => id !== undefined);
  const some = documentRows(stores, matterId, never, { only });
  const { documents } = documentRows(stores, matterId, never);
  expect(some.next).toBe(null);
  expect(some.documents).toEqual(documents.filter(({ fileId }) => only.includes(fileId)));
});

test('neither a page nor some documents read the others', () => {
  const { stores, ids } = matter(30);
  const asked = new Set<string>();
  const prepare = stores.database.prepare.bind(stores.database);
  stores.database.prepare = (sql: string) => {
    asked.add(sql);
    return prepare(sql);
  };
  documentRows(stores, matterId, never, { only: ids.slice(0, 3) });
  documentRows(stores, matterId, never, { after: ids[9] ?? null });
  const steps = [...asked].flatMap((sql) =>
    prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/\?|@\w+/g, '1')}`)
      .all()
      .map(({ detail }) => detail),
  );
  const long = steps.filter((step) => /^(SCAN|SEARCH) (i|item|local_file|save)\b/.test(step));
  expect(long.length).toBeGreaterThan(5);
  expect(
    long.filter((step) => /^SCAN/.test(step) || !/\b(file_id|id|place)[=>]\?|is_folder=\?\)/.test(step)),
  ).toEqual([]);
});

/** What the window hears from the engine from now on. */
function heard(place: Workplace) {
  const changes: Extract<Change, { topic: 'matter' }>[] = [];
  let others = 0;
  const end = new AbortController();
  const following = (async () => {
    for await (const change of place.engine.feed.follow(end.signal)) {
      if (change.topic !== 'matter') continue;
      if (change.matterId === place.matterId) changes.push(change);
      else others += 1;
    }
  })();
  return {
    /** Waits until everything is told that was to be told, and forgets it. */
    async allTold() {
      const before = others;
      place.engine.feed.matter('another' as MatterId);
      await expect.poll(() => others, eventually).toBeGreaterThan(before);
      changes.length = 0;
    },
    /** The documents told of since the last time; `all` where anything may have changed. */
    take: () => {
      const taken = changes.splice(0);
      return taken.some(({ documents }) => documents === undefined)
        ? 'all'
        : new Set(taken.flatMap(({ documents = [] }) => documents));
    },
    async [Symbol.asyncDispose]() {
      end.abort();
      await following;
    },
  };
}

const rowsOf = (place: Workplace) =>
  new Map(
    documentRows(place.workspace.stores, place.matterId, (id) =>
      place.workspace.pipeline.progress(id),
    ).documents.map((row) => [row.fileId, JSON.stringify(row)]),
  );

const read = ({ workspace, matterId: id }: Workplace, folderId: FolderId | null) =>
  workspace.reader.read(id, folderId, { priority: 'view', signal: new AbortController().signal });

/** Reads every folder, those too that reading the others makes known: what is read later for the first time tells of documents. */
async function allFoldersRead(place: Workplace): Promise<void> {
  const done = new Set<FolderId | null>();
  for (let next: FolderId | null | undefined = null; next !== undefined; ) {
    await read(place, next);
    done.add(next);
    next = place.workspace.stores.documents
      .folders(place.matterId)
      .map(({ id }) => id)
      .find((id) => !done.has(id));
  }
}

test('the window hears of every document that it shows otherwise than it is now, and of no other', async () => {
  await using place = await openWorkplace();
  const write = (name: string, content: string) => writeFileSync(join(place.folder, name), content);
  for (const name of ['one.docx', 'two.docx', 'three.docx']) write(name, name);
  await place.allFiled(3);
  await allFoldersRead(place);
  await using window = heard(place);
  const { links } = place.workspace.stores;
  const idOf = (name: string) => links.file(place.matterId, name)?.fileId as FileId;
  const shown = rowsOf(place);
  // The matter's folders were made while the first were filed.
  place.workspace.stores.changedDocuments.take(place.matterId);
  // What was to be told before is told before this is.
  await window.allTold();
  const told = new Set<FileId>();
  /** Waits until what is told makes what is shown true again. */
  const isTrue = async (count: number) => {
    await place.allFiled(count);
    await expect
      .poll(() => {
        const changed = window.take();
        const now = rowsOf(place);
        for (const id of changed === 'all' ? [...now.keys(), ...shown.keys()] : changed) {
          if (changed !== 'all') told.add(id);
          const row = now.get(id);
          if (row === undefined) shown.delete(id);
          else shown.set(id, row);
        }
        return Object.fromEntries(shown);
      }, eventually)
      .toEqual(Object.fromEntries(rowsOf(place)));
  };
  write('two.docx', 'again');
  await isTrue(4);
  expect(told).toEqual(new Set([idOf('two.docx')]));
  write('four.docx', 'new');
  await isTrue(5);
  expect(told).toEqual(new Set([idOf('two.docx'), idOf('four.docx')]));
  renameSync(join(place.folder, 'one.docx'), join(place.folder, 'five.docx'));
  await isTrue(6);
  expect(told).toEqual(new Set(['two.docx', 'four.docx', 'five.docx'].map(idOf)));
  expect(readdirSync(place.folder).filter((name) => name.endsWith('.docx'))).toHaveLength(4);
  place.service.colleague.addVersion(idOf('three.docx'), 'theirs');
  await read(place, null);
  await isTrue(6);
  expect(told).toContain(idOf('three.docx'));
});

test('a folder that a colleague makes, and a matter that is paused, may change anything that is shown', async () => {
  await using place = await openWorkplace();
  await using window = heard(place);
  const { stores } = place.workspace;
  const readAgain = () => {
    window.take();
    return read(place, null);
  };
  await readAgain();
  const folderId = place.service.colleague.createFolder(place.matterId, 'Drafts') as FolderId;
  await readAgain();
  await expect.poll(() => stores.documents.hasFolder(place.matterId, folderId), eventually).toBe(true);
  await expect.poll(window.take, eventually).toBe('all');
  stores.pauses.pauseMatter(place.matterId, true);
  await readAgain();
  await expect.poll(window.take, eventually).toBe('all');
});

test('a great many documents that change at once are not told one by one', () => {
  const { stores, ids } = matter(documentsAtOnce + 1);
  expect(stores.changedDocuments.take(matterId)).toBe(undefined);
  expect(stores.changedDocuments.take(matterId)).toEqual([]);
  stores.pauses.pauseDocument(matterId, ids[0] as FileId, true);
  expect(stores.changedDocuments.take('other' as MatterId)).toEqual([]);
  expect(stores.changedDocuments.take(matterId)).toEqual([ids[0]]);
});

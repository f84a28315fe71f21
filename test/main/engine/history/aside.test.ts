import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { HistoryAside } from '../../../../main/engine/features/history/aside.ts';
import { readLongBody } from '../../../../main/engine/service/history.ts';
import type { LongBody } from '../../../../main/engine/service/long-body.ts';
import { type Database, openDatabase } from '../../../../main/engine/store/database.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';
import { eventually, openWorkplace } from '../../../support/workplace.ts';

const matterId = 'matter' as MatterId;
const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
const file = join(directory, 'matterline.db');
let database: Database;
let aside: HistoryAside;

beforeAll(() => {
  database = openDatabase(file);
  aside = new HistoryAside(file);
});
afterAll(async () => {
  await aside.end();
  database.close();
  rmSync(directory, { recursive: true, force: true });
});

const entry = (number: number): object => ({
  id: `entry-${number}`,
  type: 'File',
  changeType: 'Create',
  timestamp: new Date(1_800_000_000_000 + number).toISOString(),
  file: { id: `file-${number}` },
  newName: `Contract No. ${number} – Müller.docx`,
});

const bodyOf = (value: readonly unknown[], secrets: readonly string[] = []): LongBody => ({
  bytes: Buffer.from(JSON.stringify({ value })),
  status: 200,
  etag: '"one"',
  secrets,
});

test('a history read in a thread of its own says what it says in the engine’s, and only what is not kept', async () => {
  const value = [...Array.from({ length: 2_000 }, (_, number) => entry(number)), { no: 'id' }, 17];
  const { history } = storesOn(database, testAuditContext);
  const kept = Array.from({ length: 1_700 }, (_, number) => `entry-${number}`);
  history.append(
    matterId,
    null,
    kept.map((id) => ({ id, fileId: null, at: 0, raw: '{}' })),
    0,
  );
  const here = await readLongBody(
    bodyOf(value),
    null,
    (ids) => new Set(ids.filter((id) => !kept.includes(id))),
  );
  const there = await aside.of(matterId, null)(bodyOf(value), null, undefined);
  expect(there).toEqual(here);
  expect(there.ok && [there.value.entries.length, there.value.malformed.length]).toEqual([300, 2]);

  const mark = there.ok ? (there.value.mark ?? null) : null;
  const again = await aside.of(matterId, null)(bodyOf(value), mark, undefined);
  expect(again).toMatchObject({ ok: true, value: { unchanged: true, entries: [] } });
  const elsewhere = await aside.of('other' as MatterId, null)(bodyOf(value), null, undefined);
  expect(elsewhere.ok && elsewhere.value.entries).toHaveLength(2_000);
});

test('what is no history is said to be none, and secrets that are quoted are not kept', async () => {
  const broken = { ...bodyOf([]), bytes: Buffer.from('{"value": [{"id": "one"') };
  expect(await aside.of(matterId, null)(broken, null, undefined)).toEqual({ ok: false, error: 'not JSON' });
  const quoting = bodyOf([{ id: 'quoting', newName: 'token-of-the-person' }], ['token-of-the-person']);
  const read = await aside.of(matterId, null)(quoting, null, undefined);
  expect(read.ok && read.value.entries[0]?.raw).toBe('{"id":"quoting","newName":"[removed]"}');
});

test('a reading that is broken off says so, and the next begins a thread anew', async () => {
  const one = new HistoryAside(file);
  const aborting = new AbortController();
  const aborted = one.of(matterId, null)(bodyOf([entry(1)]), null, aborting.signal);
  aborting.abort();
  expect(await aborted).toEqual({ ok: false, error: 'aborted' });
  await one.end();
  const next = await one.of('other' as MatterId, null)(bodyOf([entry(1)]), null, undefined);
  expect(next.ok && next.value.entries).toHaveLength(1);
  await one.end();

  const without = new HistoryAside(join(directory, 'nothing-here.db'));
  const failed = await without.of(matterId, null)(bodyOf([entry(1)]), null, undefined);
  expect(failed).toEqual({ ok: false, error: 'its reading was broken off' });
});

test('a matter with a long history is read beside the engine’s own thread, over HTTP', async () => {
  const reads = vi.spyOn(HistoryAside.prototype, 'of');
  let documents = 0;
  await using place = await openWorkplace({
    before: (service, id) => {
      documents = service.seedHistory(id, null, 2_000).length;
    },
  });
  const { stores } = place.workspace;
  await expect
    .poll(() => stores.documents.documents(place.matterId).length, eventually)
    .toBeGreaterThanOrEqual(documents);
  expect(reads).toHaveBeenCalled();
});

import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { CustodyExporter } from '../../main/engine/features/custody/export.ts';
import { systemFiles } from '../../main/engine/platform/system-files.ts';
import { openDatabase } from '../../main/engine/store/database.ts';
import type { NewSave } from '../../main/engine/store/outbox.ts';
import { storesOn } from '../../main/engine/store/stores.ts';
import type { FileId, MatterId } from '../../shared/model/index.ts';
import { testAuditContext } from '../support/audit-context.ts';
import { noJournal } from '../support/no-journal.ts';
import type { Bar } from './bar.ts';
import { custodyBar as bar } from './custody-bar.ts';
import { median } from './figures.ts';
import { record } from './record.ts';

const rounds = 7;
const captures = 500;
const entries = 1_000_000;
const verifier = fileURLToPath(new URL('../../scripts/verify-log.ts', import.meta.url));
const tellMemory = `data:text/javascript,process.on('exit',()=>console.error(process.resourceUsage().maxRSS))`;

/** What the custody log costs: a capture with it and without, and a large log written out and checked. */
export async function custody(): Promise<Bar[]> {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-bench-'));
  try {
    return [...(await record()), ...captureBars(directory), ...(await exportBars(directory))];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Each capture is a transaction of its own, with its entry and without, in turn on one database. The entry is in the same
 * commit: what it adds is measured apart from the wait for the disk, which every capture has anyway.
 */
function captureBars(directory: string): Bar[] {
  const database = openDatabase(join(directory, 'captures.db'));
  const { outbox } = storesOn(database, testAuditContext);
  const plain = database.prepare(
    `INSERT INTO save (matter_id, file_id, kind, path, name, sha256, size, captured_at, state, problem)
     VALUES (@matterId, @fileId, @kind, @path, @name, @sha256, @size, @capturedAt, @state, @problem)`,
  );
  const inTurn = (): { own: number; bare: number } => {
    const withLog: number[] = [];
    const without: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      withLog.push(perSecond((index) => outbox.add(saveAt(index))));
      without.push(perSecond((index) => plain.run(saveAt(index))));
    }
    return { own: median(withLog), bare: median(without) };
  };
  const { own, bare } = inTurn();
  database.pragma('synchronous = OFF');
  const apart = inTurn();
  database.close();
  const added = 1_000 / apart.own - 1_000 / apart.bare;
  const promise = 'the 1 ms of each of 1,000 a second';
  const words = `${Math.round(bare)} without the log`;
  return [
    bar('captures, each on disk', own, 'a second', words, own / bare, 'at least 0.3', own / bare >= 0.3),
    bar('added by an entry', added, 'ms', promise, added, 'below 0.5', added < 0.5),
  ];
}

async function exportBars(directory: string): Promise<Bar[]> {
  const database = openDatabase(join(directory, 'large.db'));
  const { custody: log } = storesOn(database, testAuditContext);
  const write = database.transaction(() => {
    for (let id = 1; id < entries; id += 1) log.ofSave({ id, ...saveAt(id) }, { kind: 'captured' });
  });
  const appended = secondsOf(write);
  const exporter = new CustodyExporter({
    files: systemFiles,
    custody: log,
    journal: noJournal,
    uniqueName: randomUUID,
  });
  const bars = [
    bar(
      'entries appended',
      entries / appended,
      'a second',
      'the promise of 1,000',
      entries / appended / 1_000,
      'at least 5',
      entries / appended >= 5_000,
    ),
  ];
  for (const format of ['csv', 'json'] as const) {
    const path = join(directory, `log.${format}`);
    const startedAt = performance.now();
    const exported = await exporter.export({
      scope: 'all',
      matterId: null,
      fileId: null,
      format,
      path,
      version: '0',
    });
    if (!exported.ok) throw new Error(exported.error.what);
    const writing = (performance.now() - startedAt) / 1_000;
    const hashed = await secondsToHash(path);
    let memory = 0;
    const checking = secondsOf(() => {
      const run = spawnSync(process.execPath, ['--import', tellMemory, verifier, path], { encoding: 'utf8' });
      if (run.status !== 0) throw new Error(run.stdout + run.stderr);
      memory = Number(run.stderr.trim().split('\n').at(-1)) / 1024;
    });
    const size = `${Math.round(statSync(path).size / 1024 ** 2)} MB of ${entries} entries as ${format}`;
    bars.push(
      bar(`writing ${size}`, writing, 's', 'the promise of 60 s', writing / 60, 'below 1', writing < 60),
      bar(
        `checking ${size}`,
        checking,
        's',
        `SHA-256 of the same file alone, ${hashed.toFixed(1)} s; the promise of 60 s`,
        checking / 60,
        'below 1',
        checking < 60,
      ),
      bar(
        `checking ${size}, most memory`,
        memory,
        'MB',
        '1,024 MB',
        memory / 1_024,
        'below 0.25',
        memory < 256,
      ),
    );
  }
  database.close();
  return bars;
}

const saveAt = (index: number): NewSave => ({
  matterId: 'matter' as MatterId,
  fileId: `document ${index % 1_000}` as FileId,
  kind: 'content',
  path: `Pleadings/Letter ${index}.docx`,
  name: `Letter ${index}.docx`,
  sha256: createHash('sha256').update(String(index)).digest('hex'),
  size: 50_000,
  capturedAt: Date.UTC(2026, 10, 20),
  state: 'waiting',
  problem: null,
});

const perSecond = (capture: (index: number) => unknown): number =>
  captures /
  secondsOf(() => {
    for (let index = 0; index < captures; index += 1) capture(index);
  });

async function secondsToHash(path: string): Promise<number> {
  const startedAt = performance.now();
  await pipeline(createReadStream(path), createHash('sha256'));
  return (performance.now() - startedAt) / 1_000;
}

function secondsOf(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return (performance.now() - startedAt) / 1_000;
}

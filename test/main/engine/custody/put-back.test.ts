import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CustodyExporter } from '../../../../main/engine/features/custody/export.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { madeDocument, openLog } from '../../../support/made-record.ts';
import { noJournal } from '../../../support/no-journal.ts';
import { signsInMemory } from '../../../support/signing.ts';

// A backup was put back: what is of before and after it belongs together, and nobody passes something made up for that.

type Log = ReturnType<typeof openLog>;

const run = (...files: readonly string[]) => {
  const script = join(import.meta.dirname, '../../../../scripts/verify-log.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...files], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
};

async function exported({ stores, directory }: Log, name: string, scope: 'all' | 'document') {
  const { custody } = stores;
  const exporter = new CustodyExporter({
    files: systemFiles,
    custody,
    journal: noJournal,
    uniqueName: randomUUID,
  });
  const part =
    scope === 'all' ? { scope, matterId: null, fileId: null } : ({ scope, ...madeDocument } as const);
  const path = join(directory, `${name}.json`);
  const made = await exporter.export({ ...part, version: '1.0', format: 'json', path });
  if (!made.ok) throw new Error(made.error.why);
  return made.value.path;
}
async function copyOf({ database, directory }: Log): Promise<string> {
  const copy = join(directory, `${randomUUID()}.db`);
  await database.backup(copy);
  return copy;
}
async function recordOf(log: Log, name: string): Promise<string> {
  const path = join(log.directory, name);
  copyFileSync((await log.record()).paths.proofs, path);
  return path;
}
/** Whoever has a database, and takes away what was written after that entry. */
const cutAfter = ({ database }: Log, seq: number) =>
  database.exec(`DROP TRIGGER custody_never_shrinks; DELETE FROM custody WHERE seq > ${seq}`);

test('exports of before and after a backup was put back accuse nobody beside a record of the log that went on', async () => {
  const sign = signsInMemory();
  await using log = openLog({ sign });
  log.write(madeDocument, 5);
  await log.record();
  const copy = await copyOf(log);
  log.write(madeDocument, 10);
  await log.keeper.now();
  const before = {
    document: await exported(log, 'before-document', 'document'),
    all: await exported(log, 'before-all', 'all'),
  };
  await using restored = openLog({ sign, copyOf: copy });
  restored.write(madeDocument, 5);
  const record = await recordOf(restored, 'After.json');
  restored.write(madeDocument, 5);
  for (const scope of ['document', 'all'] as const) {
    const after = await exported(restored, `after-${scope}`, scope);
    const found = run(record, before[scope], after);
    expect(found.said).not.toContain('Does not hold');
    expect(found.status).toBe(0);
    expect(found.said).toContain('“After.json” shows that the log went on after something of it was lost');
    expect(found.said).toContain(`“before-${scope}.json” does not show how it went on`);
    expect(found.said).toContain('leaves in “After.json” is one of the exported log');
  }
});

test('an export that was made up is none of before and after a backup because it says so itself', async () => {
  await using log = openLog();
  log.write(madeDocument, 5);
  const record = await recordOf(log, 'Record.json');
  log.write(madeDocument, 20);
  await using forged = openLog({ copyOf: await copyOf(log) });
  const honest = await exported(log, 'honest', 'all');
  cutAfter(forged, 11);
  forged.write({ ...madeDocument, fileId: 'f9' as never }, 30);
  forged.stores.custody.continued('earlier-copy', '1 2');
  const found = run(record, honest, await exported(forged, 'forged', 'all'));
  expect(found.status).toBe(1);
  expect(found.said).toContain('are exports of two different logs of one device');
});

test('a record of a log that only says that it went on after another one is not shown to belong to it', async () => {
  await using log = openLog();
  log.write(madeDocument, 10);
  const before = await recordOf(log, 'Before.json');
  const made = await log.keeper.now();
  if (!made.ok) throw new Error(made.error.why);
  const madeUp = made.value.note.replace(
    /\n(\d+)\n[^\n]+\n/,
    (_, size) => `\n${Number(size) - 3}\n${Buffer.alloc(32, 7).toString('base64')}\n`,
  );
  await using forged = openLog({ copyOf: await copyOf(log) });
  cutAfter(forged, 1);
  const { custody } = forged.stores;
  const { last, service, deviceId } = custody;
  custody.beginTree(['continued', 'earlier-copy', madeUp, last, service, deviceId], 'start');
  forged.write(madeDocument, 7);
  const found = run(before, await recordOf(forged, 'After.json'));
  expect(found.said).toContain(
    'Note: “Before.json” and “After.json” are of two parts of the log of one device. That the one went on after the other is not shown',
  );
});

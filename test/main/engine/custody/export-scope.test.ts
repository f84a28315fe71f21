import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CustodyExporter } from '../../../../main/engine/features/custody/export.ts';
import { type Verification, verifyExport } from '../../../../main/engine/features/custody/verify-export.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { digestOf } from '../../../../main/engine/store/custody/entry.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { madeDocument, openLog } from '../../../support/made-record.ts';
import { noJournal } from '../../../support/no-journal.ts';

// An export shows all that it is about, and nothing else: what it says of that follows from its own last entry.

const { matterId, fileId } = madeDocument;

async function* bytesOf(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(lines.join('\n'));
}
const verify = (lines: readonly string[]): Promise<Verification> => verifyExport(bytesOf(lines));

/** A log of two documents and a folder, and lines of an export of it. */
function logOfTwo() {
  const log = openLog();
  log.write(madeDocument, 5);
  log.write({ matterId, fileId: 'f2' as FileId }, 5);
  log.stores.custody.ofSave(
    {
      ...{ matterId, fileId: 'f2' as FileId, id: 9, kind: 'content', size: 3 },
      ...{ name: 'Letter', path: 'Letter', sha256: 'ab'.repeat(32) },
    },
    { kind: 'conflict', detail: 'other-id', relatedId: fileId },
  );
  log.write({ matterId: 'm2' as MatterId, fileId }, 5);
  const exporter = new CustodyExporter({
    files: systemFiles,
    custody: log.stores.custody,
    journal: noJournal,
    uniqueName: () => 'x',
  });
  const exported = async (
    part: Pick<Parameters<typeof exporter.export>[0], 'scope' | 'matterId' | 'fileId'>,
  ) => {
    const path = join(log.directory, 'log.jsonl');
    const made = await exporter.export({ ...part, path, format: 'json', version: '1.0 beta' });
    if (!made.ok) throw new Error(made.error.why);
    return readFileSync(made.value.path, 'utf8').split('\n');
  };
  return { log, exported };
}

/** The line of an entry, with nothing of it but its hashes. */
function blanked(line: string): string {
  const { record: _, ...entry } = JSON.parse(line);
  return JSON.stringify({ record: 'omitted', seq: entry.seq, digest: digestOf(entry), hash: entry.hash });
}

const parts = [
  { part: { scope: 'all', matterId: null, fileId: null }, shown: 17 },
  { part: { scope: 'matter', matterId, fileId: null }, shown: 12 },
  { part: { scope: 'document', matterId, fileId }, shown: 7 },
] as const;

for (const { part, shown } of parts)
  test(`an export of ${part.scope} of which an entry was blanked afterwards is not as it was exported`, async () => {
    const { log, exported } = logOfTwo();
    await using _ = log;
    if (part.scope !== 'all') await exported(parts[0].part);
    const lines = await exported(part);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ program: 'Matterline 1.0 beta', scope: part.scope });
    const last = lines.length - 2;
    expect(await verify(lines)).toMatchObject({ outcome: 'whole', isCounted: true, shown });
    for (let at = 1; at < last; at += 1) {
      if (JSON.parse(lines[at] ?? '').record === 'omitted') continue;
      const found = await verify(lines.with(at, blanked(lines[at] ?? '')));
      expect(found).toMatchObject(
        part.scope === 'all'
          ? { outcome: 'broken', fault: { seq: at, fault: 'missing' } }
          : { outcome: 'incomplete', missing: 1 },
      );
    }
  });

test('an export of one document into which an entry of another was put is not as it was exported', async () => {
  const { log, exported } = logOfTwo();
  await using _ = log;
  const all = await exported(parts[0].part);
  const lines = await exported(parts[2].part);
  expect(await verify(lines.with(7, all[7] ?? ''))).toMatchObject({
    outcome: 'broken',
    fault: { seq: 7, fault: 'altered' },
  });
});

test('the beginning of an export, up to the making of a record, is no export', async () => {
  const { log, exported } = logOfTwo();
  await using _ = log;
  await log.record();
  const sealing = log.stores.custody.last - 1;
  const seal = log.stores.custody.entry(sealing);
  expect(seal?.detail).toContain('record-document');
  const [header = '', ...entries] = await exported(parts[0].part);
  const cut = {
    ...JSON.parse(header),
    matterId,
    fileId,
    exportedAt: seal?.writtenAt,
    lastSeq: String(sealing),
    headHash: seal?.hash,
  };
  expect(
    (
      await verify([
        JSON.stringify({ ...cut, scope: 'record-document', program: 'Matterline 1.0' }),
        ...entries.slice(0, sealing),
        '',
      ])
    ).outcome,
  ).toBe('broken');
});

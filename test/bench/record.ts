import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { chainHash, digestOf, entryFields, genesisHash } from '../../main/engine/store/custody/entry.ts';
import { openDatabase } from '../../main/engine/store/database.ts';
import { custody as chainSchema } from '../../main/engine/store/migrations/002-custody.ts';
import { storesOn } from '../../main/engine/store/stores.ts';
import { type CustodyContent, contentFields } from '../../shared/evidence/custody-entry.ts';
import { verifyRecord } from '../../shared/evidence/verify-record.ts';
import type { FileId, MatterId } from '../../shared/model/index.ts';
import { testAuditContext } from '../support/audit-context.ts';
import { openLog } from '../support/made-record.ts';
import { openStampAuthority } from '../support/stamp-authority.ts';
import type { Bar } from './bar.ts';
import { custodyBar as bar } from './custody-bar.ts';
import { median } from './figures.ts';

const entries = 1_000_000;
const ofTheDocument = 50;
const rounds = 15;
const together = 4_000;
/** Documents of which records are made, and what they are called: the second needs letters that only a typeface of the page itself has. */
const documents = [
  { fileId: 'the document' as FileId, name: 'Letter.docx', words: '' },
  {
    fileId: 'the second' as FileId,
    name: 'Договор № 7 – Συμφωνητικό – Hợp đồng.docx',
    words: ', named in Cyrillic, Greek and Vietnamese',
  },
];
const others = { matterId: 'm1' as MatterId, fileId: 'another' as FileId };

/** What the tree over the custody log costs an entry, and what the record of one document costs in a large log. */
export async function record(): Promise<Bar[]> {
  return [appending(), ...(await records())];
}

/**
 * Processor time of an entry, as it is written now and as the chain alone was before there was a tree: in turn, in a transaction of
 * many, without the wait for the disk that both have.
 */
function appending(): Bar {
  const database = openDatabase(':memory:');
  const { custody } = storesOn(database, testAuditContext);
  const chain = chainAlone();
  const now: number[] = [];
  const before: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    before.push(cpu(() => chain.database.transaction(() => times(together, chain.append))()));
    now.push(
      cpu(() =>
        database.transaction(() =>
          times(together, (id) => custody.ofSave(saveAt(id), { kind: 'captured' })),
        )(),
      ),
    );
  }
  const ratio = median(now) / median(before);
  return bar(
    'an entry appended, processor time',
    (median(now) / together) * 1_000,
    'µs',
    `the chain alone, ${((median(before) / together) * 1_000).toFixed(1)} µs`,
    ratio,
    'at most 1.1',
    ratio <= 1.1,
  );
}

/** As the log was written before: the same values, read, hashed and inserted in the same way. */
function chainAlone() {
  const database = new Database(':memory:');
  database.exec(chainSchema);
  database.exec('CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT)');
  const columns = entryFields.map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  const insert = database.prepare(
    `INSERT INTO custody (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const tailOf = database.prepare<[], { seq: number; hash: string }>(
    'SELECT seq, hash FROM custody ORDER BY seq DESC LIMIT 1',
  );
  const person = database.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck();
  const { clock, newId, computer, service } = testAuditContext;
  const kept = (text: string | null) => (text === null || text === '' ? null : text.toWellFormed());
  const append = (index: number) => {
    const save = saveAt(index);
    const tail = tailOf.get();
    const at = clock.now();
    const content: CustodyContent = {
      seq: (tail?.seq ?? 0) + 1,
      kind: 'captured',
      at: new Date(at).toISOString(),
      writtenAt: new Date(at).toISOString(),
      matterId: kept(save.matterId),
      fileId: kept(save.fileId),
      relatedId: null,
      versionId: null,
      saveId: save.id,
      change: 'content',
      sha256: kept(save.sha256),
      size: save.size,
      name: kept(save.name),
      path: kept(save.path),
      detail: null,
      person: kept(person.get('own-user-id') ?? null),
      userName: kept(computer.userName),
      hostName: kept(computer.hostName),
      deviceId: 'device',
      salt: newId(),
    };
    const previousHash = tail?.hash ?? genesisHash(service, 'device');
    const hash = chainHash(content.seq, previousHash, digestOf(content));
    insert.run(...contentFields.map((field) => content[field]), previousHash, hash);
  };
  return { database, append };
}

async function records(): Promise<Bar[]> {
  await using authority = await openStampAuthority();
  await using log = openLog();
  const apart = Math.floor(entries / ofTheDocument);
  const written = performance.now();
  log.database.transaction(() => {
    // The least favourable case: no two entries of a document are near each other.
    for (let at = 0; at < ofTheDocument; at += 1) {
      for (const { fileId, name } of documents)
        log.stores.custody.ofSave(
          { ...saveAt(Math.floor(at / 5)), fileId, name, path: `Pleadings/${name}` },
          at % 5 === 4 ? { kind: 'filed', versionId: `entry ${at}` } : { kind: 'captured' },
        );
      for (let index = documents.length; index < apart; index += 1)
        log.stores.custody.ofSave({ ...saveAt(index), ...others }, { kind: 'captured' });
    }
  })();
  const writing = performance.now() - written;
  const before = performance.now();
  const checkpoint = await log.keeper.now();
  if (!checkpoint.ok) throw new Error(checkpoint.error.why);
  const growing = performance.now() - before;
  log.name(authority);
  await log.stamper.stamp(checkpoint.value);
  const tree = growing / writing;
  const bars: Bar[] = [];
  for (const { fileId, words } of documents) bars.push(...(await ofDocument(log, fileId, words)));
  return [
    ...bars,
    bar(
      `the tree over ${entries} entries, made apart from them`,
      growing / 1_000,
      's',
      `writing the entries, ${(writing / 1_000).toFixed(1)} s`,
      tree,
      'below 0.5',
      tree < 0.5,
    ),
  ];
}

/** How large its record is, and how long it takes to make and to verify. */
async function ofDocument(log: ReturnType<typeof openLog>, fileId: FileId, words: string): Promise<Bar[]> {
  const made: number[] = [];
  const verified: number[] = [];
  let size = 0;
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const { text, paths } = await log.record({ matterId: others.matterId, fileId });
    made.push(performance.now() - startedAt);
    size = statSync(paths.proofs).size;
    const checkedAt = performance.now();
    const found = await verifyRecord(text);
    verified.push(performance.now() - checkedAt);
    if (found.outcome !== 'whole') throw new Error(JSON.stringify(found));
    // From now on each is stamped as it is: nobody waits for an authority here.
    log.stamper.setAuthority(null);
  }
  const [making, checking] = [median(made), median(verified)];
  const what = `the record of ${ofTheDocument} entries far apart in a log of ${entries}${words}`;
  return [
    bar(`${what}, JSON`, size / 1_024, 'KB', '64 KB', size / 65_536, 'below 1', size < 65_536),
    bar(`${what}, made with its page`, making, 'ms', '100 ms', making / 100, 'below 1', making < 100),
    bar(`${what}, verified`, checking, 'ms', '50 ms', checking / 50, 'below 1', checking < 50),
  ];
}

const saveAt = (index: number) => ({
  id: index,
  kind: 'content' as const,
  matterId: 'm1' as MatterId,
  fileId: `document ${index % 1_000}` as FileId,
  path: `Pleadings/Letter ${index}.docx`,
  name: `Letter ${index}.docx`,
  sha256: index.toString(16).padStart(64, '0'),
  size: 50_000,
});

function times(count: number, work: (index: number) => void): void {
  for (let index = 0; index < count; index += 1) work(index);
}

/** Milliseconds of the processor, which others on the computer do not take. */
function cpu(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

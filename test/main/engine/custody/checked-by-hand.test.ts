import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CustodyExporter } from '../../../../main/engine/features/custody/export.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { type CustodyEntry, chainHash, digestOf } from '../../../../main/engine/store/custody/entry.ts';
import { type RecordStatement, writtenEntry } from '../../../../shared/evidence/record.ts';
import { verifyRecord } from '../../../../shared/evidence/verify-record.ts';
import { madeDocument, openLog } from '../../../support/made-record.ts';
import { noJournal } from '../../../support/no-journal.ts';
import { sealedAnew } from '../../../support/sealed-anew.ts';
import { signsInMemory } from '../../../support/signing.ts';
import { openStampAuthority } from '../../../support/stamp-authority.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/custody-log.md'), 'utf8');
const [ofExports = '', byHand = ''] = page.split('A record by hand');
const block = (language: string, from = byHand): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(from)?.[1] ?? '';

type Log = ReturnType<typeof openLog>;

/** As the script of the documentation checks this text. */
function checkedByHand({ directory }: Log, text: string, script = block('python')) {
  writeFileSync(join(directory, 'by-hand.py'), script);
  writeFileSync(join(directory, 'file'), text);
  const { status, stdout, stderr } = spawnSync('python3', ['by-hand.py', 'file'], {
    cwd: directory,
    encoding: 'utf8',
  });
  return { status, said: (stdout + stderr).trim().split('\n').at(-1) };
}

test('the commands in the documentation check a record without anything of ours, and notice what was altered', async () => {
  await using authority = await openStampAuthority();
  await using log = openLog();
  const content = 'the exact bytes';
  const sha256 = createHash('sha256').update(content).digest('hex');
  log.write({ ...madeDocument, fileId: 'another' as never }, 300);
  log.stores.custody.restored({
    ...madeDocument,
    versionId: null,
    sha256,
    size: 15,
    name: 'Ł "é" \u2028.docx',
    path: 'x',
  });
  log.name(authority);
  const { paths } = await log.record();
  const { directory } = log;
  writeFileSync(join(directory, 'Document.docx'), content);
  writeFileSync(join(directory, 'by-hand.py'), block('python'));
  const run = (command: string, ...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: directory, encoding: 'utf8' });
    return { status, said: stdout + stderr };
  };
  expect(run('python3', 'by-hand.py', paths.proofs)).toEqual({
    status: 0,
    said: 'The entries are those of the checkpoint, and the log that was stamped is the beginning of its log.\n',
  });
  const commands = run('sh', '-e', '-c', block('sh'));
  expect(commands.status).toBe(0);
  for (const words of ['Signature Verified Successfully', 'Verification: OK', sha256])
    expect(commands.said).toContain(words);

  const good = readFileSync(paths.proofs, 'utf8');
  const said = (text: string) => {
    writeFileSync(join(directory, 'altered.json'), text);
    return run('python3', 'by-hand.py', 'altered.json').said;
  };
  // Whoever reads the file sees the first, and a program takes the last.
  expect(said(good.replace('"document":', '"document":"Another.docx","document":'))).toContain(
    'not written the way records are',
  );
  const { statement, ...rest } = JSON.parse(good);
  const [first] = statement.entries;
  const { listed } = statement;
  for (const [changed, words] of [
    [{ entries: [{ ...first, name: 'Will.docx' }, ...statement.entries] }, 'not the ones that are listed'],
    [
      { entries: [{ ...first, name: 'Will.docx' }, ...statement.entries], listed: [listed[0], ...listed] },
      'not the ones that are listed',
    ],
    [{ log: { ...statement.log, missing: [[9, 2]] } }, 'in no order'],
    [{ log: { ...statement.log, missing: [[listed[0], listed[0]]] } }, 'said to be missing'],
    [{ deviceId: 'another' }, 'of another device'],
    [{ versionId: 'another' }, 'not sealed by the making of a record'],
  ] as const)
    expect(said(`${JSON.stringify({ ...rest, statement: { ...statement, ...changed } })}\n`)).toContain(
      words,
    );

  const altered = good.replace('"kind":"restored"', '"kind":"captured"');
  writeFileSync(join(directory, 'altered.json'), altered);
  expect(run('python3', 'by-hand.py', 'altered.json').said).toContain('the statement was altered');
  // A stamp on another log, whatever it says of its own.
  const { seal, ...record } = JSON.parse(good);
  const [proof] = seal.consistency;
  for (const another of [`A${proof.slice(1)}` === proof ? `B${proof.slice(1)}` : `A${proof.slice(1)}`, '']) {
    const text = `${JSON.stringify({ ...record, seal: { ...seal, consistency: [another] } })}\n`;
    writeFileSync(join(directory, 'altered.json'), text);
    expect(run('python3', 'by-hand.py', 'altered.json').status).not.toBe(0);
  }
  const checkpoint = join(directory, 'checkpoint');
  writeFileSync(checkpoint, readFileSync(checkpoint, 'utf8').replace(/\n\d+\n/, '\n7\n'));
  expect(run('sh', '-e', '-c', block('sh')).status).not.toBe(0);
});

test('what the verifier refuses is not passed by hand: a member named twice, an entry beside the true one, another seal, another key', async () => {
  await using log = openLog();
  log.write(madeDocument, 10);
  const { text } = await log.record();
  const good = checkedByHand(log, text);
  expect(good.status).toBe(0);
  const { statement }: { statement: RecordStatement } = JSON.parse(text);
  const third = log.stores.custody.entry(3) as CustodyEntry;
  const madeUp = writtenEntry({ ...third, name: 'Will.docx', sha256: 'f'.repeat(64) }, statement.common);
  const named = '"document":"Letter f1.docx"';
  const bad = {
    twice: text.replace(named, `"document":"Confession.docx",${named}`),
    repeated: await sealedAnew(log, {
      ...statement,
      listed: [3, ...statement.listed],
      entries: [madeUp, ...statement.entries],
    }),
    unlisted: await sealedAnew(log, { ...statement, listed: statement.listed.slice(1) }),
    unknown: await sealedAnew(log, {
      ...statement,
      entries: statement.entries.map((entry) => ({ ...entry, remark: 'Will.docx' })),
    }),
    digest: await sealedAnew(log, {
      ...statement,
      entries: statement.entries.map((entry) => ({ ...entry, digest: 'AAAAAAAAAAAAAAAA' })),
    }),
    missing: await sealedAnew(log, { ...statement, log: { ...statement.log, missing: [[900, 800]] } }),
    seal: await sealedAnew(log, statement, 'all json 1.0 shows 5'),
    key: await sealedAnew(log, { ...statement, key: { ...statement.key, seq: 3 } }),
    device: await sealedAnew(log, { ...statement, deviceId: 'another' }),
  };
  const passed: string[] = [];
  for (const [what, record] of Object.entries(bad)) {
    expect(await verifyRecord(record)).toMatchObject({ outcome: 'broken' });
    if (checkedByHand(log, record).status === 0) passed.push(what);
  }
  expect(passed).toEqual([]);
});

test('a true record holds by hand too whatever the service’s history has in a name', async () => {
  await using log = openLog();
  log.write(madeDocument, 5);
  const { statement }: { statement: RecordStatement } = JSON.parse((await log.record()).text);
  const names = ['Half \ud83d of it', 'Whole \u{1f600}', '\u007f\u2028\u0001'];
  const history = names.map((name) => ({
    ...{ id: 'x', at: null, kind: 'k', userId: null },
    ...{ name, fileId: 'f1', documentVersionId: null },
  }));
  const text = await sealedAnew(log, { ...statement, history });
  expect((await verifyRecord(text)).outcome).toBe('whole');
  expect(checkedByHand(log, text).status).toBe(0);
});

test('stamps of before the log went on in a new tree are checked by hand too', async () => {
  const sign = signsInMemory();
  await using authority = await openStampAuthority();
  await using log = openLog({ sign });
  log.name(authority);
  log.write({ ...madeDocument, fileId: 'f2' as never }, 5);
  log.write(madeDocument, 10);
  await log.record();
  const copyOf = join(log.directory, 'backup.db');
  await log.database.backup(copyOf);
  log.write(madeDocument, 5);
  await log.record();
  await using after = openLog({ sign, copyOf });
  after.name(authority);
  after.write(madeDocument, 5);
  const { text } = await after.record();
  const { statement }: { statement: RecordStatement } = JSON.parse(text);
  expect([statement.stamps.length, statement.former?.[0]?.stamps.length]).toEqual([1, 1]);
  expect((await verifyRecord(text)).outcome).toBe('whole');
  expect(checkedByHand(after, text).status).toBe(0);
  const verify =
    'openssl x509 -inform DER -in stamp2.cer -out stamp2.pem && openssl ts -verify -data stamped2 -in stamp2.tsr -CAfile stamp2.pem -partial_chain';
  expect(spawnSync('sh', ['-c', verify], { cwd: after.directory, encoding: 'utf8' }).stdout).toContain(
    'Verification: OK',
  );
  const [part] = statement.former ?? [];
  const [stamp] = part?.stamps ?? [];
  if (!part || !stamp) throw new Error('there is no such stamp');
  const asItIs = await sealedAnew(after, { ...statement, stamps: [] });
  expect(checkedByHand(after, asItIs).status).toBe(0);
  const proof = (stamp.proof.startsWith('A') ? 'B' : 'A') + stamp.proof.slice(1);
  for (const former of [
    [{ ...part, stamps: [{ ...stamp, proof }] }],
    [{ ...part, log: { ...part.log, origin: 'matterline/another/1' } }],
    [{ ...part, log: { ...part.log, entriesBefore: 3 } }],
  ]) {
    const altered = await sealedAnew(after, { ...statement, stamps: [], former });
    expect(await verifyRecord(altered)).toMatchObject({ outcome: 'broken' });
    expect(checkedByHand(after, altered).said).toContain('stamp 1 is not on these entries');
  }
});

test('an export in which a member stands twice, has another name, or hides others does not pass by hand', async () => {
  await using log = openLog();
  log.write(madeDocument, 10);
  const exporter = new CustodyExporter({
    files: systemFiles,
    custody: log.stores.custody,
    journal: noJournal,
    uniqueName: randomUUID,
  });
  const path = join(log.directory, 'log.jsonl');
  await exporter.export({ scope: 'document', ...madeDocument, format: 'json', path, version: '1.0' });
  const text = readFileSync(path, 'utf8');
  const script = block('python', ofExports);
  expect(checkedByHand(log, text, script).status).toBe(0);
  const named = '"name":"Letter f1.docx"';
  for (const altered of [
    text.replace(named, `"name":"Confession.docx",${named}`),
    text.replace(named, named.replace('name', 'title')),
  ])
    expect(checkedByHand(log, altered, script).status).not.toBe(0);
  // One entry, the first, that is left out with the digests of two; and the chain made anew.
  const [header = '', first = '', ...others] = text.trimEnd().split('\n');
  const entry = { record: 'omitted', seq: 1, digest: 'ab'.repeat(64), hash: '' };
  const lines = [entry, ...others.map((line) => JSON.parse(line))];
  let previous: string = JSON.parse(first).previousHash;
  for (const line of lines) {
    const { record, hash: _hash, previousHash: _previous, ...content } = line;
    line.hash = chainHash(line.seq, previous, record === 'omitted' ? line.digest : digestOf(content));
    if (record !== 'omitted') line.previousHash = previous;
    previous = line.hash;
  }
  const head = { ...JSON.parse(header), headHash: previous };
  const hiding = [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
  expect(checkedByHand(log, hiding, script).said).toContain('entry 1');
});

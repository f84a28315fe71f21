import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PDFDocument, PDFPage } from 'pdf-lib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkAside, checkHere } from '../../../../main/engine/features/custody/check-aside.ts';
import { PageWriter } from '../../../../main/engine/features/custody/page-writer.ts';
import { entriesOf, type RecordPart } from '../../../../main/engine/features/custody/record-facts.ts';
import { wordsOfVerification } from '../../../../shared/evidence/verification-words.ts';
import { verifyRecord, whatFileIs } from '../../../../shared/evidence/verify-record.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { madeDocument, openLog } from '../../../support/made-record.ts';
import { signsInMemory } from '../../../support/signing.ts';
import { openStampAuthority, type StampAuthority } from '../../../support/stamp-authority.ts';
import { fileIdOf } from '../../../support/versions.ts';
import { openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';

let authority: StampAuthority;
beforeAll(async () => {
  authority = await openStampAuthority();
});
afterAll(() => authority[Symbol.asyncDispose]());

const openPlace = (options: Parameters<typeof openWorkplace>[0] = {}) => {
  const signCheckpoint = signsInMemory();
  return openWorkplace({ ports: (ports) => ({ ...ports, signCheckpoint }), ...options });
};
async function recordOf(place: Workplace, part: RecordPart, name = 'Record.pdf') {
  const path = join(place.directory, name);
  const saved = await place.workspace.recordMaker.save({ part, path, version: '1.0' });
  if (!saved.ok) throw new Error(`${saved.error.what}. ${saved.error.why}`);
  const text = readFileSync(saved.value.proofs, 'utf8');
  const found = await verifyRecord(text);
  if (found.outcome !== 'whole') throw new Error(JSON.stringify(found));
  return { ...saved.value, text, found, statement: found.record.statement };
}

test('the record of a document, a version and a matter can be checked by itself, and the page and the documents belong to it', async () => {
  await using place = await openPlace();
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled();
  writeFileSync(join(place.folder, 'Brief.docx'), 'second, longer');
  writeFileSync(join(place.folder, 'Letter to Łódź.docx'), 'other');
  await place.allFiled(3);
  const { matterId } = place;
  place.workspace.stamper.setAuthority({
    address: authority.address,
    certificate: authority.root,
    policy: null,
  });
  const fileId = fileIdOf(place, 'Brief.docx');
  const document = await recordOf(place, { scope: 'document', matterId, fileId });
  expect(basename(document.path)).toBe('Record.pdf');
  const { found } = document;
  expect(found.stamps).toMatchObject([{ authority: 'Stamps of Example' }]);
  expect([found.notStamped, found.stampedLate, found.clockAhead]).toEqual([[], [], []]);
  expect(found.entries.filter(({ kind }) => kind === 'filed').map((entry) => entry.sha256)).toEqual([
    sha256('first'),
    sha256('second, longer'),
  ]);
  expect(whatFileIs(found, sha256('first'))).toMatchObject({ is: 'content' });
  expect(whatFileIs(found, sha256('other'))).toEqual({ is: 'unknown' });
  expect(whatFileIs(found, sha256(readFileSync(document.path)))).toEqual({ is: 'page' });
  expect(document.text).not.toContain('Łódź');
  expect(document.statement.history.map(({ id }) => id)).toEqual(
    found.entries.flatMap(({ kind, versionId }) => (kind === 'filed' ? [versionId] : [])),
  );
  const [first] = place.workspace.stores.saves.versionsOf(matterId, fileId);
  const version = await recordOf(place, {
    scope: 'version',
    matterId,
    fileId,
    versionId: `save:${first?.id}`,
  });
  expect(basename(version.path)).toBe('Record (2).pdf');
  expect(new Set(version.found.entries.flatMap((entry) => entry.sha256 ?? []))).toEqual(
    new Set([sha256('first')]),
  );
  const table = vi.spyOn(PageWriter.prototype, 'table');
  const paragraph = vi.spyOn(PageWriter.prototype, 'paragraph');
  const matter = await recordOf(place, { scope: 'matter', matterId });
  const [saves, told, history] = table.mock.calls.map(([, rows, cellsOf]) =>
    rows.map((row) =>
      cellsOf(row)
        .map(({ text }) => text)
        .join(' | '),
    ),
  );
  const paragraphs = paragraph.mock.calls.map(([words]) => words);
  table.mockRestore();
  paragraph.mockRestore();
  const { person } = matter.found.entries.findLast((entry) => entry.person !== null) ?? {};
  expect(paragraphs).toContainEqual(expect.stringContaining(`Eleanor Ashdown is ${person}`));
  // Of each line a reader sees which document it is about.
  expect(saves).toContainEqual(expect.stringContaining(`Brief.docx, 5 bytes, document ${fileId}`));
  const filed = told?.filter((line) => line.includes('Seen in the service’s history'));
  expect(filed?.map((line) => /“(.*)”/.exec(line)?.[1])).toEqual(
    expect.arrayContaining(['Brief.docx', 'Letter to Łódź.docx']),
  );
  expect(history?.every((line) => /“(Brief|Letter to Łódź)\.docx”/.test(line))).toBe(true);
  expect(matter.text).toContain('Łódź');
  for (const { path } of [document, version, matter]) {
    const pdf = await PDFDocument.load(readFileSync(path));
    expect(pdf.getPageCount()).toBeGreaterThan(0);
    expect(pdf.getTitle()).toContain('Record of a');
  }
  const last = [...place.workspace.stores.custody.pages(1, 1_000)].flat().at(-1);
  expect(last).toMatchObject({
    kind: 'exported',
    sha256: createHash('sha256').update(matter.text).digest('hex'),
  });
});

test('the record of a version tells too that it was fetched, put back, replaced and left, and nothing of other versions', async () => {
  await using log = openLog();
  log.write(madeDocument, 10);
  const { custody } = log.stores;
  const bytes = (id: number) => ({ sha256: id.toString(16).padStart(64, '0'), size: 50_000 });
  const place = { ...madeDocument, name: 'Letter.docx', path: 'Letter.docx' };
  for (const id of [1, 2]) {
    const { path: _, ...fetched } = { ...place, ...bytes(id) };
    custody.fetched({ ...fetched, versionId: `entry ${id}`, relatedId: null, path: null });
    custody.restored({ ...place, ...bytes(id), versionId: `entry ${id}` });
    custody.replaced({ ...place, ...bytes(id) });
    custody.evicted({ ...place, ...bytes(id) });
  }
  const { path: _, ...elsewhere } = { ...place, ...bytes(3) };
  custody.fetched({ ...elsewhere, versionId: 'entry 3', relatedId: null, path: null });
  const toldOf = (versionId: string) =>
    entriesOf(log.stores, { scope: 'version', ...madeDocument, versionId }).map(
      (entry) => `${entry.kind} ${Number.parseInt(entry.sha256 ?? '', 16)}`,
    );
  const later = ['fetched', 'restored', 'replaced', 'evicted'];
  const steps = ['captured', 'announcing', 'sending', 'sent', 'filed'];
  expect(toldOf('save:1')).toEqual([...steps, ...later].map((kind) => `${kind} 1`));
  expect(toldOf('save:2')).toEqual([...steps, ...later].map((kind) => `${kind} 2`));
  expect(toldOf('entry:entry 3')).toEqual(['fetched 3']);
  expect(toldOf('save:9')).toEqual([]);
});

test('the page says what a document was called and where it was moved', async () => {
  await using log = openLog();
  log.write(madeDocument, 5);
  const renamed = { ...madeDocument, id: 9, kind: 'metadata', sha256: '', size: 0 } as const;
  log.stores.custody.ofSave({ ...renamed, name: 'Reply.docx', path: 'Old/Reply.docx' }, { kind: 'captured' });
  const table = vi.spyOn(PageWriter.prototype, 'table');
  await log.record();
  const [, told] = table.mock.calls.map(([, rows, cellsOf]) => rows.map((row) => cellsOf(row)[2]?.text));
  table.mockRestore();
  expect(told?.at(-1)).toBe('Captured on this computer (name or place): “Old/Reply.docx”');
});

test('where there is no room for a stamp or for what is about to be signed, a record is refused for that', async () => {
  await using log = openLog();
  log.write(madeDocument, 5);
  log.name(authority);
  const save = () => {
    const part = { scope: 'document', ...madeDocument } as const;
    return log.maker.save({ part, path: join(log.directory, 'Record.pdf'), version: '1.0' });
  };
  for (const table of ['custody_stamp', 'custody_checkpoint']) {
    log.database.exec(
      `CREATE TRIGGER full BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'no room'); END`,
    );
    expect(await save()).toMatchObject({ ok: false, error: { what: '“Record.pdf” could not be written' } });
    log.database.exec('DROP TRIGGER full');
  }
  expect(await save()).toMatchObject({ ok: true });
});

test('a record is made without an authority that does not answer, and says so', async () => {
  await using place = await openPlace();
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled();
  const certificate = authority.root;
  place.workspace.stamper.setAuthority({ address: 'http://127.0.0.1:9/', certificate, policy: null });
  const { found } = await recordOf(place, {
    scope: 'document',
    matterId: place.matterId,
    fileId: fileIdOf(place, 'Brief.docx'),
  });
  expect(found.stamps).toEqual([]);
  expect(found.notStamped).toEqual(found.entries.map(({ seq }) => seq));
});

test('while an authority hangs, what is saved is filed, and a record is made without its stamp', async () => {
  await using place = await openPlace({ speedUp: 20 });
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled();
  authority.answers(() => {});
  const { address, root: certificate, asked } = authority;
  place.workspace.stamper.setAuthority({ address, certificate, policy: null });
  const made = recordOf(place, { scope: 'matter', matterId: place.matterId });
  await vi.waitFor(() => expect(authority.asked).toBeGreaterThan(asked), { timeout: 30_000 });
  writeFileSync(join(place.folder, 'Letter.docx'), 'saved meanwhile');
  await place.allFiled(2);
  const { found } = await made;
  expect(found.stamps).toEqual([]);
  expect(found.notStamped.length).toBeGreaterThan(0);
  authority.answers(null);
});

test('the log is stamped before it is exported, and exported all the same where an authority hangs', async () => {
  await using place = await openPlace({ speedUp: 4 });
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled();
  const { stores, custodyExporter, stamper } = place.workspace;
  const { address, root: certificate } = authority;
  const toExport = async (name: string) => {
    const path = join(place.directory, name);
    const part = { scope: 'all', matterId: null, fileId: null } as const;
    const written = await custodyExporter.export({ ...part, format: 'json', version: '1.0', path });
    if (!written.ok) throw new Error(written.error.why);
    return readFileSync(path, 'utf8').trimEnd().split('\n').length - 1;
  };
  authority.answers(() => {});
  stamper.setAuthority({ address, certificate, policy: null });
  await toExport('hangs.jsonl');
  expect(stores.checkpoints.stampedOf(stores.custody.treeNow.id, [1])).toEqual([]);
  authority.answers(null);
  const last = await toExport('stamped.jsonl');
  expect(stores.checkpoints.stampedOf(stores.custody.treeNow.id, [last - 1])).toHaveLength(1);
});

test('there is no record of what the log does not know, and none where nobody signs', async () => {
  await using place = await openPlace();
  const part = { scope: 'document', matterId: place.matterId, fileId: 'unknown' as never } as const;
  const path = join(place.directory, 'Record.pdf');
  expect(await place.workspace.recordMaker.save({ part, path, version: '1.0' })).toMatchObject({
    ok: false,
    error: { what: 'There is no record of this' },
  });
  await using unsigned = await openWorkplace();
  const matter = { scope: 'matter', matterId: unsigned.matterId } as const;
  expect(await unsigned.workspace.recordMaker.save({ part: matter, path, version: '1.0' })).toMatchObject({
    ok: false,
    error: { why: 'The log could not be signed just now.' },
  });
});

test('the first record after a start is made too where each run of the program has another key', async () => {
  let sign = signsInMemory();
  await using log = openLog({ sign: (...asked) => sign(...asked) });
  log.write(madeDocument, 5);
  await log.record();
  for (let start = 0; start < 2; start += 1) {
    // The newest checkpoint covers everything, and is by the key of the run before.
    await log.keeper.now();
    sign = signsInMemory();
    const copy = join(log.directory, `copy ${start}.db`);
    await log.database.backup(copy);
    await using again = openLog({ sign, copyOf: copy });
    await again.keeper.now();
    expect((await verifyRecord((await again.record()).text)).outcome).toBe('whole');
  }
});

test('what stands where the last checkpoint is kept does not keep records from being made', async () => {
  await using log = openLog();
  log.write(madeDocument, 5);
  mkdirSync(join(log.directory, 'last checkpoint'));
  expect((await verifyRecord((await log.record()).text)).outcome).toBe('whole');
  expect(readdirSync(log.directory).filter((name) => name.startsWith('last checkpoint'))).toHaveLength(1);
});

test('a name as long as anybody likes does not hold up the engine', async () => {
  const text = 'x'.repeat(200_000);
  const about = { title: 't', footer: 'f', at: new Date(), producer: 'p', letters: new Set<string>() };
  const page = await PageWriter.begin(about);
  const started = performance.now();
  page.fact('Matter', text);
  page.paragraph('i'.repeat(3_000));
  // A hundred times as long as it takes.
  expect(performance.now() - started).toBeLessThan(3_000);
});

test('while the record of 2,000 entries is made the engine is never deaf for more than 100 ms', async () => {
  await using log = openLog();
  log.database.transaction(() => log.write(madeDocument, 2_000))();
  log.write({ ...madeDocument, fileId: 'f2' as FileId }, 5);
  // What is loaded once is loaded.
  await log.record({ ...madeDocument, fileId: 'f2' as FileId });
  let longest = 0;
  let before = process.threadCpuUsage();
  let isMaking = true;
  // Only what this thread did counts: other programs may take the processor for as long as they like.
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1_000);
    if (isMaking) setImmediate(look);
  };
  setImmediate(look);
  const { text } = await log.record();
  isMaking = false;
  expect(longest).toBeLessThan(100);
  expect(text.length).toBeGreaterThan(300_000);
});

test('a long record is checked as a short one is, in a thread of its own', async () => {
  await using log = openLog();
  log.database.transaction(() => log.write(madeDocument, 1_000))();
  const { text } = await log.record();
  expect(await checkAside(text)).toEqual({ outcome: 'whole' });
  const altered = text.replace('"kind":"sent"', '"kind":"filed"');
  expect(await checkAside(altered)).toEqual(await checkHere(altered));
  expect(await checkAside(altered)).toMatchObject({ outcome: 'broken', fault: { fault: 'altered' } });
  expect(await checkAside('x'.repeat(200_000))).toEqual({ outcome: 'not-a-record' });
});

test('an entry of which only the digest beside it was changed is named too, before its tile is full and after', async () => {
  for (const steps of [20, 300]) {
    await using log = openLog();
    log.write(madeDocument, steps);
    log.database.exec('DROP TRIGGER custody_never_changes');
    log.database.exec('UPDATE custody SET digest = zeroblob(32) WHERE seq = 5');
    await log.keeper.now();
    expect((await log.stores.custody.check()).fault).toMatchObject({ seq: 5, fault: 'altered' });
    await expect(log.record()).rejects.toThrow('Entry 5 of the custody log is altered');
  }
});

test('a record that would not hold is not handed out: the entry that was changed is named, and no file is left', async () => {
  await using log = openLog();
  log.write(madeDocument, 20);
  await log.keeper.now();
  log.database.exec('DROP TRIGGER custody_never_changes');
  log.database.exec(`UPDATE custody SET name = 'Changed.docx' WHERE seq = 5`);
  await expect(log.record()).rejects.toThrow(
    'The record was not made: it would not hold. Entry 5 of the custody log is altered',
  );
  expect(readdirSync(log.directory).filter((name) => /Record|^\.matterline/.test(name))).toEqual([]);
});

test('where the log lost an entry while the program runs, that is said, and not that the folder cannot be written', async () => {
  await using log = openLog();
  log.write(madeDocument, 20);
  await log.keeper.now();
  log.database.exec('DROP TRIGGER custody_never_shrinks');
  log.database.exec('DELETE FROM custody WHERE seq = 12');
  log.write(madeDocument, 5);
  const part = { scope: 'document', ...madeDocument } as const;
  const saved = await log.maker.save({ part, path: join(log.directory, 'R.pdf'), version: '1.0' });
  expect(saved).toMatchObject({
    ok: false,
    error: { what: 'The record was not made: it would not hold', why: expect.stringContaining('Entry 12') },
  });
});

test('a row that is taller than a page goes on on the next: nothing of it is drawn below the paper', async () => {
  const text = Array.from({ length: 480 }, (_, number) => `word${number}`).join(' ');
  const about = { title: 't', footer: 'f', at: new Date(), producer: 'p', letters: new Set<string>() };
  const page = await PageWriter.begin(about);
  const drawn = vi.spyOn(PDFPage.prototype, 'drawText');
  await page.table(
    [
      { name: 'What', width: 60 },
      { name: 'Who', width: 100 },
    ],
    [
      [{ text: 'before' }, { text: 'nobody' }],
      [{ text, fingerprint: 'ab'.repeat(32) }, { text: 'somebody' }],
      [{ text: 'after' }, { text: 'nobody' }],
    ],
    (row) => row,
  );
  const lines = drawn.mock.calls.map(([words, how]) => ({ words, y: how?.y ?? 0 }));
  drawn.mockRestore();
  expect(Math.min(...lines.map(({ y }) => y))).toBeGreaterThan(60);
  const all = lines.map(({ words }) => words).join(' ');
  for (const word of text.split(' ')) expect(all).toContain(word);
  // The names of the columns stand on each page, and each cell once.
  expect(lines.filter(({ words }) => words === 'Who').length).toBeGreaterThan(4);
  expect(lines.filter(({ words }) => words === 'somebody')).toHaveLength(1);
  expect((await PDFDocument.load(await page.bytes())).getPageCount()).toBeGreaterThan(4);
});

test('a stamp that may be off by a year as it says shows only that entries were there by the end of that time, on the page and in the check', async () => {
  await using vague = await openStampAuthority();
  const configuration = join(vague.directory, 'tsa.cnf');
  writeFileSync(configuration, readFileSync(configuration, 'utf8').replace('secs:1', 'secs:31536000'));
  await using log = openLog();
  log.write(madeDocument, 5);
  log.name(vague);
  const fact = vi.spyOn(PageWriter.prototype, 'fact');
  const found = await verifyRecord((await log.record()).text);
  const stamped = fact.mock.calls.find(([name]) => name === 'Stamped');
  fact.mockRestore();
  expect(stamped?.[1]).toContain('give or take 365 days, as it says itself');
  if (found.outcome !== 'whole') throw new Error(found.outcome);
  expect(wordsOfVerification(found).map(({ words }) => words)).toContainEqual(
    expect.stringMatching(
      /give or take 365 days, as it says itself: entries up to \d+ were there by the end of that time/,
    ),
  );
  expect(found.stampedLate).toEqual(found.stamps[0]?.entries);
});

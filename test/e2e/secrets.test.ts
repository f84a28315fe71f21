import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eleanor, hartley } from '../app/firm.ts';
import { wordDocument } from '../documents/documents.ts';
import { Office } from './support/office.ts';
import { foundIn, writtenBelow } from './support/written.ts';

/** Stands in a document, and is to be found in the vault's copy of it and nowhere else. */
const confidence = 'The claimant will settle for 41,250 and not a penny less.';

/**
 * Promise 8: tokens, keys, upload addresses, passwords and contents stay where they belong. Every other test of the
 * window ends with the same search of what its run has left behind, see support/office.ts.
 */
describe('after a sign-in, filed documents and a crash, no secret', () => {
  let office: Office;

  beforeAll(async () => {
    office = await Office.open();
    await office.startSignedIn();
    const folder = await office.openLinked(hartley);
    for (const [seed, name] of ['Brief.docx', 'Advice.docx'].entries()) {
      await writeFile(join(folder, name), await wordDocument({ title: name, paragraphs: 8, seed }));
      await office.window.documentIn('Filed', name, 1);
    }
    await writeFile(join(folder, 'Without prejudice.txt'), confidence);
    await office.window.documentIn('Filed', 'Without prejudice.txt', 1);
    office.firm.service.expireAccessTokens();
    await writeFile(
      join(folder, 'Brief.docx'),
      await wordDocument({ title: 'Brief', paragraphs: 8, seed: 7 }),
    );
    await office.window.documentIn('Filed', 'Brief.docx', 2);
  });
  afterAll(() => office[Symbol.asyncDispose]());

  const written = () => writtenBelow(join(office.computer.directory, 'home'));
  /** The sign-in code travels in the link that starts the program, so it is no secret of the command line. */
  const secrets = () => [
    ...office.secrets,
    ...office.computer.appLinks.map((link) => new URL(link).searchParams.get('code') ?? ''),
  ];

  test('was overlooked: a code, tokens and upload addresses were given out', () => {
    expect(office.issued.size).toBeGreaterThanOrEqual(6);
  });

  test('is in the page: neither in what is shown nor anywhere in its memory', async () => {
    const session = await office.page.context().newCDPSession(office.page);
    const chunks: string[] = [];
    session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
    await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    const memory = { path: 'memory', latin1: chunks.join(''), utf16: '' };
    expect(memory.latin1).toContain(hartley);
    expect(foundIn([memory], [...secrets(), confidence])).toEqual([]);
  });

  test('is in SQLite, settings or any other file the program writes', async () => {
    const files = await written();
    for (const kind of ['matterline.db', 'matterline.db-wal']) {
      expect(files.some(({ path }) => path.endsWith(kind))).toBe(true);
    }
    expect(foundIn(files, secrets())).toEqual([]);
  });

  test('is in what the program writes to its output', () => {
    const output = { path: 'output', latin1: office.computer.outputs, utf16: '' };
    expect(foundIn([output], [...secrets(), eleanor.password, confidence])).toEqual([]);
  });

  test('of a document is anywhere but in the vault', async () => {
    const places = (await written()).filter((file) => foundIn([file], [confidence]).length > 0);
    expect(places.map(({ path }) => basename(dirname(dirname(path))))).toEqual(['vault']);
    // Small contents stand together in packs.
    expect(await readFile(places[0]?.path ?? '', 'utf8')).toContain(confidence);
  });

  // Last: the page is gone afterwards for whoever drives it.
  test('is in a crash dump, because none is written', async () => {
    const page = await office.computer.app.electron.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
    );
    expect(page).toBeGreaterThan(0);
    process.kill(page, 'SIGSEGV');
    await office.computer.app.killEngine();
    await office.computer.killApp();
    const files = await written();
    expect(files.map(({ path }) => path).filter((path) => /\.dmp$|core(\.\d+)?$/.test(path))).toEqual([]);
    expect(foundIn(files, secrets())).toEqual([]);
  });
});

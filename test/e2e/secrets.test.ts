import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eleanor, hartley } from '../app/firm.ts';
import { wordDocument } from '../documents/documents.ts';
import { Office } from './support/office.ts';

/** Promise 8: tokens, keys, upload addresses and passwords stay where they belong. */
describe('after a sign-in and a filed document, no secret', () => {
  let office: Office;
  /** Every code, token and upload address the service gave out, by its secret part. */
  const issued = new Set<string>();

  beforeAll(async () => {
    office = await Office.open({
      random: (byteCount) => {
        const bytes = randomBytes(byteCount);
        if (byteCount === 32) issued.add(bytes.toString('base64url'));
        return bytes;
      },
    });
    await office.startSignedIn();
    const folder = await office.openLinked(hartley);
    for (const [seed, name] of ['Brief.docx', 'Advice.docx'].entries()) {
      await writeFile(join(folder, name), await wordDocument({ title: name, paragraphs: 8, seed }));
      await office.window.documentIn('Filed', name, 1);
    }
    office.firm.service.expireAccessTokens();
    await writeFile(
      join(folder, 'Brief.docx'),
      await wordDocument({ title: 'Brief', paragraphs: 8, seed: 7 }),
    );
    await office.window.documentIn('Filed', 'Brief.docx', 2);
  });
  afterAll(() => office[Symbol.asyncDispose]());

  const secrets = () => [...issued, office.firm.service.apiKey, ...sentCodes()];
  /** The sign-in code travels in the link that starts the program, so it is no secret of the command line. */
  const sentCodes = () =>
    office.computer.appLinks.map((link) => new URL(link).searchParams.get('code') ?? '');
  const foundIn = (text: string) => secrets().filter((secret) => secret !== '' && text.includes(secret));

  test('was overlooked: a code, tokens and upload addresses were given out', () => {
    expect(issued.size).toBeGreaterThanOrEqual(6);
  });

  test('is in the page: neither in what is shown nor anywhere in its memory', async () => {
    const session = await office.page.context().newCDPSession(office.page);
    const chunks: string[] = [];
    session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
    await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    const memory = chunks.join('');
    expect(memory).toContain(hartley);
    expect(foundIn(memory)).toEqual([]);
    expect(memory).not.toContain(office.firm.service.storageUrl);
  });

  test('is in SQLite, settings or any other file the program writes', async () => {
    const files = await filesBelow(office.computer.appData);
    expect(files.some(({ path }) => path.endsWith('.sqlite') || path.includes('engine'))).toBe(true);
    const found = files.flatMap(({ path, content }) =>
      foundIn(content.latin1)
        .concat(foundIn(content.utf16))
        .map((secret) => `${path}: ${secret.slice(0, 4)}…`),
    );
    expect(found).toEqual([]);
    const withAddress = files.filter(({ content }) =>
      content.latin1.includes(office.firm.service.storageUrl),
    );
    expect(withAddress.map(({ path }) => path)).toEqual([]);
  });

  test('is in what the program writes to its output', () => {
    expect(foundIn(office.computer.app.output)).toEqual([]);
    expect(office.computer.app.output).not.toContain(eleanor.password);
    expect(office.computer.app.output).not.toContain(office.firm.service.storageUrl);
  });
});

/** Every file below a directory, read both as bytes and as the UTF-16 that some stores write. */
async function filesBelow(directory: string) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    paths.map(async (path) => {
      const bytes = await readFile(path);
      return { path, content: { latin1: bytes.toString('latin1'), utf16: bytes.toString('utf16le') } };
    }),
  );
}

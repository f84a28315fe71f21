import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ledger } from '../../app/ledger.ts';
import { pdfDocument, wordDocument } from '../../documents/documents.ts';
import { openInWord } from '../../documents/saving.ts';
import type { Office } from './office.ts';

/** Saves a document twice in Word, and sees each version filed. Answers what differs at the service. */
export async function saveTwiceInWord(office: Office, folder: string, name: string): Promise<string[]> {
  const ledger = new Ledger();
  const path = join(folder, name);
  const word = await openInWord(path);
  for (const seed of [1, 2]) {
    await word.save(await wordDocument({ title: name, paragraphs: 20, seed }));
    await ledger.note(path);
    await office.window.documentIn('Filed', name, seed);
  }
  await word.close();
  return await office.different(ledger, name);
}

/**
 * Drops new documents onto the list of the matter's documents, and sees them filed; `hover` is done before letting go.
 * Answers what differs at the service.
 */
export async function dropDocuments(
  office: Office,
  folder: string,
  names: readonly [string, ...string[]],
  hover?: () => Promise<void>,
): Promise<string[]> {
  const ledger = new Ledger();
  const elsewhere = await office.computer.makeFolder('Downloads');
  const files = names.map((name) => join(elsewhere, name));
  for (const [seed, file] of files.entries()) {
    await writeFile(file, await pdfDocument({ title: 'Letter', paragraphs: 4, seed }));
  }
  await office.window.dropFiles(office.page.getByRole('grid', { name: 'Documents' }), files, hover);
  for (const name of names) {
    await office.window.documentIn('Filed', name, 1);
    await ledger.note(join(folder, name));
  }
  return await office.different(ledger, names[0]);
}

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { Office } from './support/office.ts';

const many = 500;
/** Copying hundreds of documents onto a disk that others use takes its time. */
const patience = 120_000;

describe('a lawyer drags in a great many documents', () => {
  let office: Office;
  let folder: string;
  let elsewhere: string;

  beforeAll(async () => {
    ({ office, folder } = await Office.linked(hartley));
    elsewhere = await office.computer.makeFolder('Disclosure');
    await office.page.getByRole('button', { name: 'Pause filing', exact: true }).click();
  });
  afterAll(() => office[Symbol.asyncDispose]());

  const nameOf = (index: number) => `Exhibit ${String(index + 1).padStart(3, '0')}.pdf`;

  test(
    'five hundred files dropped at once are all copied, byte for byte, and listed',
    async () => {
      const files = Array.from({ length: many }, (_, index) => join(elsewhere, nameOf(index)));
      for (const [index, file] of files.entries()) await writeFile(file, `exhibit ${index}`);
      await office.window.dropFiles(office.page.getByRole('grid', { name: 'Documents' }), files, async () => {
        await office.page.getByText(`Add ${many} documents to Matter folder`).waitFor();
      });
      await office.page.getByText(`Added ${many} documents to Matter folder`).waitFor({ timeout: patience });
      for (const index of [0, 17, many - 1]) {
        expect(await readFile(join(folder, nameOf(index)), 'utf8')).toBe(`exhibit ${index}`);
      }
      expect((await readdir(folder)).filter((name) => name.startsWith('Exhibit'))).toHaveLength(many);
      await office.window.searchDocuments('Exhibit 500');
      await expect(office.window.document('Exhibit 500.pdf').waitFor()).resolves.toBeUndefined();
    },
    patience + 60_000,
  );

  test('a folder with folders in it keeps its shape', async () => {
    const tree = join(elsewhere, 'Bundle');
    const paths = ['Index.docx', 'Tab 1/Claim.docx', 'Tab 1/Annex/Plan.pdf', 'Tab 2/Defence.docx'];
    for (const path of paths) {
      await mkdir(join(tree, path, '..'), { recursive: true });
      await writeFile(join(tree, path), `content of ${path}`);
    }
    await office.window.searchDocuments('');
    await office.window.dropFiles(office.page.getByRole('grid', { name: 'Documents' }), [tree]);
    await office.page.getByText('Added 4 documents to Matter folder').waitFor();
    for (const path of paths) {
      expect(await readFile(join(folder, 'Bundle', path), 'utf8')).toBe(`content of ${path}`);
    }
    await office.window.searchDocuments('Plan.pdf');
    await expect(office.window.document('Plan.pdf').waitFor()).resolves.toBeUndefined();
  });

  test('a document of the matter dropped onto its own matter is not copied again', async () => {
    await office.window.searchDocuments('');
    const before = (await readdir(folder)).length;
    await office.window.dropFiles(office.page.getByRole('grid', { name: 'Documents' }), [
      join(folder, nameOf(0)),
    ]);
    await office.page.getByText('is in this matter already').waitFor();
    expect((await readdir(folder)).length).toBe(before);
  });
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Document, Footer, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { pdfDocument, workbook } from '../documents/documents.ts';
import { bomb, drawingFrom, endlessDrawing, entities, pdfWithScript } from '../documents/hostile.ts';
import { inaccessible } from './support/axe.ts';
import { type Elsewhere, openElsewhere } from './support/elsewhere.ts';
import { Office } from './support/office.ts';
import { eventually } from './support/patience.ts';
import { picture } from './support/pictures.ts';

/** A picture of 2 x 2 pixels. */
const photograph = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8Dwn4GBgYGJAQoABAMAFQYCAsjmfGoAAAAASUVORK5CYII=',
  'base64',
);
const letter = new Document({
  sections: [
    {
      footers: { default: new Footer({ children: [new Paragraph('In the footer')] }) },
      children: [
        new Paragraph({ text: 'Letter before action', heading: HeadingLevel.HEADING_1 }),
        new Paragraph('Dear Sirs, we act for Mrs Hartley.'),
        new Paragraph({ text: 'the boundary wall', bullet: { level: 0 } }),
        new Table({
          rows: [
            new TableRow({
              children: ['Repairs', '£4,200'].map(
                (text) => new TableCell({ children: [new Paragraph(text)] }),
              ),
            }),
          ],
        }),
        new Paragraph('Hidden \u202egnp.exe'),
      ],
    },
  ],
});

describe('a lawyer reads documents without opening them', () => {
  let office: Office;
  let folder: string;
  let elsewhere: Elsewhere;

  beforeAll(async () => {
    elsewhere = await openElsewhere();
    ({ office, folder } = await Office.linked(hartley));
    await office.page.getByRole('button', { name: 'Pause filing', exact: true }).click();
    const scan = { title: 'Witness statement', paragraphs: 60, seed: 7 };
    const files: Record<string, string | Uint8Array> = {
      'Statement.pdf': await pdfDocument(scan),
      'Letter.docx': await Packer.toBuffer(letter),
      'Costs.xlsx': await workbook({ title: 'Costs', paragraphs: 12, seed: 3 }),
      'Photograph.png': photograph,
      'Note.txt': 'A note\r\nof a call.\r\n\r\nIt was £5, said “Ann”.\r\n',
      'Attendance.txt': 'Attended on Mrs Hartley.',
      'Long log.txt': 'A line of a log that goes on and on.\n'.repeat(90_000),
      'Bomb.docx': bomb(200_000_000),
      'Lying bomb.docx': bomb(10),
      'Entities.docx': entities(),
      'Program.docx': Buffer.from('MZ\x90\0 a program', 'latin1'),
      'Script.pdf': await pdfWithScript(elsewhere.url),
      'Drawing.svg': drawingFrom(elsewhere.url),
      'Endless.svg': endlessDrawing(),
      'Old.doc': 'anything',
    };
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    for (const name of Object.keys(files)) await office.window.document(name).waitFor();
    await office.window.document('Note.txt').click();
    await office.page.keyboard.press('Alt+p');
    await pane().waitFor();
  });
  afterAll(async () => {
    await office[Symbol.asyncDispose]();
    await elsewhere[Symbol.asyncDispose]();
  });

  const pane = () => office.page.getByRole('complementary', { name: 'Preview' });
  const select = (name: string) => office.window.document(name).click();
  /** Windows besides the one of the app. */
  const hiddenWindows = () =>
    office.computer.app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length - 1);

  /** How many versions the list of a document's versions has, which is left open. */
  const versionsOf = async (name: string): Promise<number> => {
    const list = office.page.getByRole('list', { name: 'Versions' });
    if (await list.isVisible()) {
      await office.page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
    }
    await select(name);
    await office.page.keyboard.press('Control+h');
    await list.getByRole('listitem').first().waitFor();
    return list.getByRole('listitem').count();
  };

  test('a plain text, in whatever encoding, with its paragraphs', async () => {
    await select('Note.txt');
    await pane().getByText('It was £5, said “Ann”.').waitFor();
    await expect.poll(hiddenWindows, eventually).toBe(0);
  });

  test('a Word document as its text, with headings, lists and tables as such, and what deceives made visible', async () => {
    await select('Letter.docx');
    await pane().getByRole('heading', { name: 'Letter before action' }).waitFor();
    await pane().getByRole('listitem').filter({ hasText: 'the boundary wall' }).waitFor();
    await pane().getByRole('cell', { name: '£4,200' }).waitFor();
    await pane().getByText('Hidden [U+202E]gnp.exe').waitFor();
    await pane()
      .getByText('Text only: layout, pictures, comments, headers and footers are not shown.')
      .waitFor();
    expect(await inaccessible(office.page)).toEqual([]);
    await picture(office.page, 'preview word');
  });

  test('a PDF as pictures of its pages, each with its text for screen readers, some pages at a time', async () => {
    await select('Statement.pdf');
    const pages = pane().getByRole('list', { name: 'Pages' });
    await pages.getByRole('img', { name: 'Page 10 of 15' }).waitFor();
    expect(await pages.getByText('Witness statement').first().textContent()).toContain('Witness statement');
    const drawn = await pages.getByRole('img', { name: 'Page 1 of 15' }).evaluate((image) => {
      const { naturalWidth, complete } = image as unknown as { naturalWidth: number; complete: boolean };
      return complete && naturalWidth;
    });
    expect(drawn).toBe(1_200);
    expect(await inaccessible(office.page)).toEqual([]);
    await picture(office.page, 'preview pdf');
    await pane().getByRole('button', { name: 'Show more pages' }).click();
    await pages.getByRole('img', { name: 'Page 15 of 15' }).waitFor();
    await pane().getByRole('button', { name: 'As text' }).click();
    await expect.poll(() => pages.getByRole('img').count(), eventually).toBe(0);
    await picture(office.page, 'preview pdf as text');
  });

  test('a workbook as the values of its sheets', async () => {
    await select('Costs.xlsx');
    await pane().getByRole('columnheader', { name: 'C', exact: true }).waitFor();
    await pane().getByRole('cell', { name: 'Hours' }).waitFor();
    expect(await inaccessible(office.page)).toEqual([]);
    await picture(office.page, 'preview excel');
  });

  test('a picture', async () => {
    await select('Photograph.png');
    const shown = pane().getByRole('img', { name: 'Photograph.png, without text' });
    await expect(shown.waitFor()).resolves.toBeUndefined();
  });

  test('a text that is too long as its beginning, and says so', async () => {
    await select('Long log.txt');
    const said = pane().getByText('This is only its beginning. Open it to see all of it.');
    await expect(said.waitFor()).resolves.toBeUndefined();
  });

  test('a kind that is not shown is said to be so', async () => {
    await select('Old.doc');
    const said = pane().getByText('Old.doc cannot be shown here.');
    await expect(said.waitFor()).resolves.toBeUndefined();
    await picture(office.page, 'preview not shown');
  });

  test.each([
    ['Bomb.docx', /It unpacks to far more/],
    ['Lying bomb.docx', /damaged/],
    ['Program.docx', /What is in it is not what its name says\./],
    ['Endless.svg', /took too (long|much memory) and was ended/],
  ])(
    '%s ends within limits, with the reason, and the window goes on',
    async (name, why) => {
      await select(name);
      await pane().getByRole('alert').getByText(why).waitFor({ timeout: 40_000 });
      await expect.poll(hiddenWindows, eventually).toBe(0);
      await select('Note.txt');
      await pane().getByText('It was £5, said “Ann”.').waitFor();
    },
    60_000,
  );

  test('entities of entities are not multiplied', async () => {
    await select('Entities.docx');
    await expect.poll(async () => (await pane().textContent())?.length ?? 0, eventually).toBeGreaterThan(60);
    await pane()
      .getByText(/Reading…/)
      .waitFor({ state: 'detached' });
    expect(await pane().textContent()).not.toContain('lollol');
  });

  test('nothing in a document runs, and nothing is asked of anybody', async () => {
    await select('Script.pdf');
    await pane().getByRole('img', { name: 'Page 1 of 1' }).waitFor();
    await select('Drawing.svg');
    await pane().getByRole('img', { name: 'Drawing.svg, without text' }).waitFor();
    await picture(office.page, 'preview drawing');
    expect(elsewhere.connections).toBe(0);
    expect(office.computer.opened).toEqual([]);
  });

  test('the viewer has no Node, reaches nobody, and is kept nowhere on disk', async () => {
    // It is given its document only when it has answered.
    const asked = await office.computer.app.electron.evaluateHandle(({ app }, address) => {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      app.once('browser-window-created', (_event, { webContents }) => {
        const give = webContents.postMessage.bind(webContents);
        webContents.postMessage = (...given) => {
          const found = webContents.executeJavaScript(`Promise.all(
            ['${address}', 'file:///etc/passwd', 'app://matterline/index.html'].map((where) =>
              fetch(where).then(() => 'reached', () => 'refused'))
          ).then((reached) => ({
            reached,
            names: ['require', 'process', 'matterline', 'electron'].filter((name) => name in globalThis),
            address: location.href,
          }))`);
          resolve(found.then((said) => ({ ...said, stored: webContents.session.storagePath ?? null })));
          void found.then(() => give(...given));
        };
      });
      return { promise };
    }, elsewhere.url);
    await select('Attendance.txt');
    expect(await asked.evaluate(({ promise }) => promise)).toEqual({
      reached: ['refused', 'refused', 'refused'],
      names: [],
      address: 'app://viewer/viewer.html',
      stored: null,
    });
    await pane().getByText('Attended on Mrs Hartley.').waitFor();
    expect(elsewhere.connections).toBe(0);
    await expect.poll(hiddenWindows, eventually).toBe(0);
  });

  test('two versions are compared as marked text, insertions and deletions apart by more than colour', async () => {
    const agreement = (rent: string) =>
      Packer.toBuffer(
        new Document({
          sections: [
            { children: [new Paragraph('The parties agree.'), new Paragraph(`The rent is ${rent} a year.`)] },
          ],
        }),
      );
    const path = join(folder, 'Agreement.docx');
    await writeFile(path, await agreement('£100'));
    await office.window.document('Agreement.docx').waitFor();
    await expect.poll(() => versionsOf('Agreement.docx'), eventually).toBe(1);
    await writeFile(path, await agreement('£200'));
    await expect.poll(() => versionsOf('Agreement.docx'), eventually).toBe(2);
    await office.page
      .getByRole('button', { name: /^Compare the version/ })
      .first()
      .click();
    const dialog = office.page.getByRole('dialog', { name: 'Compare versions of “Agreement.docx”' });
    await dialog.getByText('1 paragraph changed: 1 with insertions, 1 with deletions.').waitFor();
    expect(await dialog.getByRole('deletion').textContent()).toBe('[deleted: 100] ');
    expect(await dialog.getByRole('insertion').textContent()).toBe('[inserted: 200] ');
    const decoration = (role: 'deletion' | 'insertion') =>
      dialog.getByRole(role).evaluate((mark) => {
        const { defaultView } = (
          mark as unknown as {
            ownerDocument: { defaultView: { getComputedStyle(of: unknown): { textDecorationLine: string } } };
          }
        ).ownerDocument;
        return defaultView.getComputedStyle(mark).textDecorationLine;
      });
    expect([await decoration('deletion'), await decoration('insertion')]).toEqual([
      'line-through',
      'underline',
    ]);
    expect(await inaccessible(office.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Next change' }).click();
    expect(await office.page.evaluate('document.activeElement.textContent')).toContain('The rent is');
    await picture(office.page, 'preview compare');
    await office.page.keyboard.press('Escape');
    await office.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('Escape closes it, and the keyboard is back in the list', async () => {
    await select('Note.txt');
    await pane().getByText('It was £5, said “Ann”.').waitFor();
    await pane().getByRole('button', { name: 'Close the preview' }).focus();
    await office.page.keyboard.press('Escape');
    await pane().waitFor({ state: 'detached' });
    expect(await office.page.evaluate('document.activeElement.getAttribute("role")')).toBe('grid');
  });
});

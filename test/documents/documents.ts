import { Document, HeadingLevel, Packer, Paragraph } from 'docx';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import writeExcelFile from 'write-excel-file/node';
import { paragraphs } from './words.ts';

/** What goes into a made-up document: the same description gives the same text. */
export interface Contents {
  readonly title: string;
  readonly paragraphs: number;
  readonly seed: number;
}

/** A Word document that Word opens. */
export async function wordDocument({ title, paragraphs: count, seed }: Contents): Promise<Buffer> {
  const body = paragraphs(count, seed).map((text) => new Paragraph(text));
  const heading = new Paragraph({ text: title, heading: HeadingLevel.HEADING_1 });
  return Packer.toBuffer(new Document({ title, sections: [{ children: [heading, ...body] }] }));
}

/** A Word document of about so many bytes (within a tenth). */
export async function wordDocumentOfSize(bytes: number, title: string, seed: number): Promise<Buffer> {
  const [few, many] = [20, 60];
  const [small, large] = await Promise.all([
    wordDocument({ title, paragraphs: few, seed }),
    wordDocument({ title, paragraphs: many, seed }),
  ]);
  const perParagraph = (large.length - small.length) / (many - few);
  const count = Math.max(1, Math.round(few + (bytes - small.length) / perParagraph));
  return wordDocument({ title, paragraphs: count, seed });
}

/** A PDF with one page for every few paragraphs. */
export async function pdfDocument({ title, paragraphs: count, seed }: Contents): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.setTitle(title);
  const font = await document.embedFont(StandardFonts.TimesRoman);
  const texts = paragraphs(count, seed);
  for (let first = 0; first < texts.length; first += 4) {
    const page = document.addPage();
    page.drawText(title, { x: 50, y: 780, size: 16, font });
    page.drawText(texts.slice(first, first + 4).join('\n\n'), {
      x: 50,
      y: 740,
      size: 10,
      font,
      lineHeight: 14,
      maxWidth: 495,
    });
  }
  return Buffer.from(await document.save());
}

/** A workbook with one sheet of costs. */
export async function workbook({ title, paragraphs: count, seed }: Contents): Promise<Buffer> {
  const heading = [title, 'Hours', 'Rate'].map((value) => ({ value, fontWeight: 'bold' as const }));
  const rows = paragraphs(count, seed).map((text, index) => [
    { value: text.slice(0, 60) },
    { value: ((seed + index) % 40) / 4 },
    { value: 180 + ((seed * 7 + index) % 9) * 15 },
  ]);
  return writeExcelFile([heading, ...rows], { sheet: 'Costs' }).toBuffer();
}

import { PDFDocument, type PDFPage, rgb } from 'pdf-lib';
import { inTurns } from '../../platform/in-parts.ts';
import { type Face, type Typefaces, typefacesFor } from './page-fonts.ts';
import { writable } from './page-letters.ts';

const [width, height] = [595.28, 841.89];
const margin = 54;
const bottom = 64;
/** Height of a line in a table. */
const lineOfCell = 10.5;
const ink = rgb(0.1, 0.1, 0.12);
const quiet = rgb(0.35, 0.35, 0.4);
const line = rgb(0.75, 0.75, 0.78);

/** Rows of a table drawn at once, and objects of the document written at once: milliseconds of work. */
const rowsAtOnce = 10;
const objectsAtOnce = 10;

/** Letters of a text, and of a line of it: the narrowest fill one before. */
const longestText = 4_000;
const longestLine = 400;

/** The file beside the page has it exactly. */
const shortened = (text: string): string =>
  text.length <= longestText
    ? text
    : `${text.slice(0, longestText).toWellFormed()} [and ${text.length - longestText} more letters]`;

/** A cell of a table: its text, whether every figure of it has the same width, and a hash that stands below it. */
export interface Cell {
  readonly text: string;
  readonly face?: Face;
  readonly fingerprint?: string;
}

interface Column {
  readonly name: string;
  readonly width: number;
}

/** Writes text onto pages of A4, from top to bottom, as much as there is. */
export class PageWriter {
  readonly #document: PDFDocument;
  readonly #faces: Typefaces;
  readonly #footer: string;
  #page: PDFPage;
  #y = height - margin;
  #hasReplaced = false;

  private constructor(document: PDFDocument, faces: Typefaces, footer: string) {
    this.#document = document;
    this.#faces = faces;
    this.#footer = footer;
    this.#page = document.addPage([width, height]);
  }

  static async begin(about: {
    title: string;
    footer: string;
    at: Date;
    producer: string;
    /** All that may stand on it, beyond ASCII. */
    letters: ReadonlySet<string>;
  }): Promise<PageWriter> {
    const document = await PDFDocument.create();
    document.setTitle(about.title, { showInWindowTitleBar: true });
    document.setLanguage('en');
    document.setCreationDate(about.at);
    document.setModificationDate(about.at);
    document.setProducer(about.producer);
    document.setCreator(about.producer);
    return new PageWriter(document, await typefacesFor(document, about.letters), about.footer);
  }

  /** True when letters stood in what was written that its typeface does not have. */
  get hasReplaced(): boolean {
    return this.#hasReplaced;
  }

  title(text: string): void {
    this.#lines(text, 'bold', 18, width - 2 * margin).forEach((words) => this.#put(words, 'bold', 18, 23));
    this.#y -= 4;
  }

  heading(text: string): void {
    this.#need(60);
    this.#y -= 12;
    this.#put(text, 'bold', 12, 16);
    this.#y -= 2;
  }

  paragraph(text: string): void {
    this.#y -= 2;
    for (const words of this.#lines(text, 'plain', 9.5, width - 2 * margin))
      this.#put(words, 'plain', 9.5, 13);
    this.#y -= 4;
  }

  /** A name and what it is, side by side. */
  fact(name: string, value: string, face: Face = 'plain'): void {
    const left = 128;
    const size = face === 'fixed' ? 8.5 : 9.5;
    const lines = this.#lines(value, face, size, width - 2 * margin - left);
    lines.forEach((words, at) => {
      this.#need(14);
      if (at === 0) this.#draw(name, 'plain', 9.5, margin, quiet);
      this.#draw(words, face, size, margin + left, ink);
      this.#y -= 13;
    });
  }

  /**
   * Columns in points; a row stays on one page unless it is taller than one, and the names of the columns stand on each. Others have
   * their turn in between.
   */
  async table<Row>(
    columns: readonly Column[],
    rows: readonly Row[],
    cellsOf: (row: Row) => readonly Cell[],
  ): Promise<void> {
    this.#need(50);
    this.#head(columns);
    await inTurns(rows, rowsAtOnce, (row) => this.#row(columns, cellsOf(row)));
    this.#y -= 4;
  }

  #head(columns: readonly Column[]): void {
    let x = margin;
    for (const { name, width: wide } of columns) {
      this.#draw(name, 'bold', 8.5, x, quiet);
      x += wide;
    }
    this.#y -= 5;
    this.#rule();
    this.#y -= 11;
  }

  #row(columns: readonly Column[], row: readonly Cell[]): void {
    const cells = row.map(({ text, face = 'plain', fingerprint }, at) => {
      const wide = (columns[at]?.width ?? 0) - 6;
      const lines = (words: string, which: Face) => {
        const size = which === 'fixed' ? 7 : 8.5;
        return this.#lines(words, which, size, wide).map((part) => ({ part, which, size }));
      };
      return [...lines(text, face), ...(fingerprint === undefined ? [] : lines(fingerprint, 'fixed'))];
    });
    const count = cells.reduce((most, lines) => Math.max(most, lines.length), 1);
    const goesOn = () => {
      this.#turn();
      this.#head(columns);
    };
    if (this.#y - count * lineOfCell - 4 < bottom) goesOn();
    for (let index = 0; index < count; index += 1) {
      if (this.#y - lineOfCell < bottom) goesOn();
      let x = margin;
      cells.forEach((lines, at) => {
        const drawn = lines[index];
        if (drawn) this.#draw(drawn.part, drawn.which, drawn.size, x, ink);
        x += columns[at]?.width ?? 0;
      });
      this.#y -= lineOfCell;
    }
    this.#y -= 4;
  }

  async bytes(): Promise<Uint8Array> {
    const pages = this.#document.getPages();
    pages.forEach((page, at) => {
      const text = `${this.#footer}    Page ${at + 1} of ${pages.length}`;
      const { font } = this.#faces.plain;
      page.drawText(this.#writable(text, 'plain'), { x: margin, y: 36, size: 8, font, color: quiet });
    });
    return this.#document.save({ useObjectStreams: false, objectsPerTick: objectsAtOnce });
  }

  #put(words: string, face: Face, size: number, tall: number): void {
    this.#need(tall);
    this.#draw(words, face, size, margin, ink);
    this.#y -= tall;
  }

  #draw(words: string, face: Face, size: number, x: number, color: typeof ink): void {
    const { font } = this.#faces[face];
    this.#page.drawText(this.#writable(words, face), { x, y: this.#y, size, font, color });
  }

  #writable(text: string, face: Face): string {
    return writable(text, (letter) => {
      const isThere = this.#faces[face].has(letter);
      if (!isThere) this.#hasReplaced = true;
      return isThere;
    });
  }

  #rule(): void {
    const [start, end] = [
      { x: margin, y: this.#y },
      { x: width - margin, y: this.#y },
    ];
    this.#page.drawLine({ start, end, thickness: 0.5, color: line });
  }

  #need(tall: number): void {
    if (this.#y - tall < bottom) this.#turn();
  }

  #turn(): void {
    this.#page = this.#document.addPage([width, height]);
    this.#y = height - margin;
  }

  /** Broken between words, and within one that is longer than a line. */
  #lines(text: string, face: Face, size: number, wide: number): string[] {
    const { widthOf } = this.#faces[face];
    const lines: string[] = [];
    let current = '';
    const fits = (words: string) => words.length <= longestLine && widthOf(words) * size <= wide;
    for (const word of this.#writable(shortened(text), face).split(' ')) {
      const longer = current === '' ? word : `${current} ${word}`;
      if (fits(longer)) {
        current = longer;
        continue;
      }
      if (current !== '') lines.push(current);
      current = word;
      // What is written is measured, and no more: a word may be as long as somebody likes.
      while (!fits(current)) {
        let end = 1;
        while (end < longestLine && fits(current.slice(0, end + 1))) end += 1;
        lines.push(current.slice(0, end));
        current = current.slice(end);
      }
    }
    return [...lines, current];
  }
}

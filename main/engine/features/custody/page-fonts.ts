import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import type { Font } from 'fontkit';
import { type PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib';
import { isPlain, isStandard } from './page-letters.ts';

export type Face = 'plain' | 'bold' | 'fixed';

interface Typeface {
  readonly font: PDFFont;
  readonly has: (letter: string) => boolean;
  /** Of a text that it has, as a share of its size. */
  readonly widthOf: (text: string) => number;
}
export type Typefaces = Readonly<Record<Face, Typeface>>;

const { resolve } = createRequire(import.meta.url);

/**
 * The typefaces of a page with these letters beyond ASCII: those that every reader has, or, where it has letters that those do not
 * have, Noto Sans, of which the page carries the letters that it needs.
 */
export async function typefacesFor(document: PDFDocument, letters: ReadonlySet<string>): Promise<Typefaces> {
  const standard = async (name: StandardFonts): Promise<Typeface> => {
    const font = await document.embedFont(name);
    return { font, has: isStandard, widthOf: widthIn(font) };
  };
  const fixed = await standard(StandardFonts.Courier);
  if (![...letters].some((letter) => !isStandard(letter) && isPlain(letter)))
    return {
      plain: await standard(StandardFonts.Helvetica),
      bold: await standard(StandardFonts.HelveticaBold),
      fixed,
    };
  const carried = async (file: string): Promise<Typeface> => {
    const { bytes, adapted, letters: inFont } = await fontIn(file);
    document.registerFontkit({ create: () => adapted } as never);
    const font = await document.embedFont(bytes, { subset: true });
    const has = (letter: string) => isPlain(letter) && inFont.has(letter.codePointAt(0) ?? 0);
    return { font, has, widthOf: widthIn(font) };
  };
  return {
    plain: await carried(resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')),
    bold: await carried(resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')),
    fixed,
  };
}

/** Each letter is as wide as it is: nothing is drawn closer together, and each is measured once. */
function widthIn(font: PDFFont): (text: string) => number {
  const widths = new Map<string, number>();
  return (text) => {
    let sum = 0;
    for (const letter of text) {
      let width = widths.get(letter);
      if (width === undefined) widths.set(letter, (width = font.widthOfTextAtSize(letter, 1)));
      sum += width;
    }
    return sum;
  };
}

interface ReadFont {
  readonly bytes: Uint8Array;
  /** As pdf-lib uses it. */
  readonly adapted: object;
  /** Their numbers in Unicode. */
  readonly letters: ReadonlySet<number>;
}

/** Those that a page has carried since the program began, by their files: reading one takes as long as drawing a page with it. */
const fonts = new Map<string, Promise<ReadFont>>();

function fontIn(file: string): Promise<ReadFont> {
  const read = fonts.get(file) ?? readFont(file);
  fonts.set(file, read);
  read.catch(() => fonts.delete(file));
  return read;
}

async function readFont(file: string): Promise<ReadFont> {
  const [{ create }, bytes] = await Promise.all([import('fontkit'), readFile(file)]);
  const font = create(bytes);
  if (!('glyphsForString' in font)) throw new Error('it is a collection of fonts');
  return { bytes, adapted: letterByLetter(font), letters: new Set(font.characterSet) };
}

/**
 * Each letter is itself, and nothing is put together or closer: the font's own rules for that, which take longer to read than all else of
 * a record, are not looked at.
 */
function letterByLetter(font: Font): object {
  const createSubset = font.createSubset.bind(font);
  return Object.assign(font, {
    layout: (text: string) => ({ glyphs: font.glyphsForString(text) }),
    // pdf-lib asks for the letters that are needed as a stream, which fontkit gave until its second version.
    createSubset() {
      const subset = createSubset();
      return Object.assign(subset, { encodeStream: () => Readable.from([Buffer.from(subset.encode())]) });
    },
  });
}

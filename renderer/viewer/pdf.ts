import {
  GlobalWorkerOptions,
  getDocument,
  PasswordException,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PreviewPage, ViewerAnswer } from '../../shared/model/index.ts';
import { pagesAtOnce } from '../../shared/rules/preview.ts';
import { begins } from './heads.ts';

GlobalWorkerOptions.workerSrc = '/pdf-worker.js';

/** Pixels that a page is wide, and that it has in all at most. */
const width = 1_200;
const mostPixels = 4_000_000;
/** A picture inside with more pixels than this is left out. */
const largestInside = 50_000_000;
/** Characters of one page. */
const mostText = 200_000;

/** Some pages of a PDF, from one on. Scripts in it are read by nobody: the part of pdf.js that runs them is not here. */
export async function* readPdf(bytes: Uint8Array, fromPage: number): AsyncGenerator<ViewerAnswer, void> {
  // Readers of PDF look for it among the first thousand bytes.
  if (!begins(bytes, '%PDF-', 1_024)) return yield { step: 'fault', fault: 'not-what-its-name-says' };
  const loading = getDocument({
    data: bytes,
    cMapUrl: '/cmaps/',
    standardFontDataUrl: '/standard_fonts/',
    wasmUrl: '/wasm/',
    // Those of its own have the widths that a page is set with; a computer's may have others.
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: largestInside,
    disableAutoFetch: true,
  });
  let pdf: Awaited<typeof loading.promise>;
  try {
    pdf = await loading.promise;
  } catch (error) {
    return yield { step: 'fault', fault: error instanceof PasswordException ? 'locked' : 'damaged' };
  }
  const last = Math.min(pdf.numPages, fromPage + pagesAtOnce - 1);
  for (let number = fromPage; number <= last; number++) {
    const page = await pdf.getPage(number);
    yield { step: 'page', number, of: pdf.numPages, ...(await pictureOf(page)), text: await textOf(page) };
    page.cleanup();
  }
}

async function pictureOf(page: PDFPageProxy): Promise<Pick<PreviewPage, 'picture' | 'width' | 'height'>> {
  const natural = page.getViewport({ scale: 1 });
  const fits = Math.sqrt(mostPixels / (natural.width * natural.height));
  const viewport = page.getViewport({ scale: Math.min(width / natural.width, fits) });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  await page.render({ canvas, viewport }).promise;
  return { picture: canvas.toDataURL('image/png'), width: canvas.width, height: canvas.height };
}

async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
  return text.slice(0, mostText).trim();
}

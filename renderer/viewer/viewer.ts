import { viewerPortMessage } from '../../shared/contract/viewer.ts';
import type { ViewerAnswer, ViewerRequest } from '../../shared/model/index.ts';
import { compare } from './compare.ts';
import { readExcel } from './excel.ts';
import { readPdf } from './pdf.ts';
import { readPicture } from './picture.ts';
import { readText } from './text.ts';
import { readWord } from './word.ts';

// A page nobody sees: it is asked once, answers with pictures and plain text, and is ended by main. Everything it reads may have
// been made to take it over, so it has no network, no files and no memory of its own, and main believes it nothing.

// Nothing is painted in a hidden window, and pdf.js waits for painting.
window.requestAnimationFrame = (callback) => window.setTimeout(() => callback(performance.now()), 0);

window.addEventListener('message', ({ source, data, ports: [port] }) => {
  if (source !== window || data !== viewerPortMessage || !port) return;
  port.onmessage = ({ data: request }: MessageEvent<ViewerRequest>) => {
    void answer(request, (one) => port.postMessage(one));
  };
});

async function answer(request: ViewerRequest, say: (answer: ViewerAnswer) => void): Promise<void> {
  try {
    for await (const one of answersTo(request)) say(one);
    say({ step: 'end' });
  } catch {
    // What was being read is not as its format says: readers say so by throwing whatever they like.
    say({ step: 'fault', fault: 'damaged' });
  }
}

async function* answersTo(request: ViewerRequest): AsyncGenerator<ViewerAnswer, void> {
  if (request.ask === 'compare') return yield await compare(request.before, request.after);
  const { kind, bytes, isCut, fromPage } = request;
  switch (kind) {
    case 'pdf':
      return yield* readPdf(bytes, fromPage);
    case 'picture':
      return yield await readPicture(bytes);
    case 'text':
      return yield readText(bytes, isCut);
    case 'word':
      return yield await readWord(bytes);
    case 'excel':
      return yield await readExcel(bytes);
  }
}

import type { ViewerAnswer } from '../../shared/model/index.ts';
import { begins } from './heads.ts';

/** Pixels of a picture's longer side as it is shown; of one that says none. */
const longestSide = 2_000;
const usualSide = 1_200;
/** A picture of more pixels than this is not unpacked. */
const mostPixels = 120_000_000;

const types: readonly (readonly [letters: string, type: string, within?: number])[] = [
  ['\x89PNG', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF8', 'image/gif'],
  ['WEBP', 'image/webp', 12],
  ['BM', 'image/bmp'],
  ['ftypavif', 'image/avif', 12],
  ['\0\0\x01\0', 'image/x-icon'],
  ['<svg', 'image/svg+xml', 4_096],
];

/** A picture, drawn anew. As a picture, a drawing (SVG) runs nothing and loads nothing. */
export async function readPicture(bytes: Uint8Array): Promise<ViewerAnswer> {
  const [, type] = types.find(([letters, , within]) => begins(bytes, letters, within)) ?? [];
  if (type === undefined) return { step: 'fault', fault: 'not-what-its-name-says' };
  const image = new Image();
  image.src = await addressOf(new Blob([Uint8Array.from(bytes)], { type }));
  const loaded = await new Promise<boolean>((resolve) => {
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
  });
  if (!loaded) return { step: 'fault', fault: 'damaged' };
  const { naturalWidth, naturalHeight } = image;
  if (naturalWidth * naturalHeight > mostPixels) return { step: 'fault', fault: 'too-large-inside' };
  const isDrawing = type === 'image/svg+xml' || naturalWidth === 0;
  const [width, height] = naturalWidth === 0 ? [usualSide, usualSide] : [naturalWidth, naturalHeight];
  const longer = Math.max(width, height);
  const scale = isDrawing ? usualSide / longer : Math.min(1, longestSide / longer);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const drawing = canvas.getContext('2d');
  if (isDrawing && drawing) {
    drawing.fillStyle = 'white';
    drawing.fillRect(0, 0, canvas.width, canvas.height);
  }
  drawing?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const picture = canvas.toDataURL('image/png');
  return { step: 'picture', picture, width: canvas.width, height: canvas.height };
}

/** A drawing from another kind of address could not be read back. */
function addressOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(new Error('not read'));
    reader.readAsDataURL(blob);
  });
}

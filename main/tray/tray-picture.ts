import type { TrayKind } from './tray-state.ts';

/** A point of the picture, both from 0 to 1, from the top left. */
type Inside = (x: number, y: number) => boolean;
type Colour = readonly [red: number, green: number, blue: number];

/** Looks into each pixel this many times each way, so that edges are smooth. */
const samples = 4;

/**
 * The picture of a state as BGRA, `size` pixels square: the folder of the program, and on it a sign whose shape alone
 * tells the state. `template` leaves the colours to the system, which paints what is not transparent (macOS).
 */
export function trayPicture(kind: TrayKind, size: number, template: boolean): Buffer {
  const pixels = Buffer.alloc(size * size * 4);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      let [red, green, blue, drawn] = [0, 0, 0, 0];
      for (let step = 0; step < samples * samples; step += 1) {
        const x = (column + ((step % samples) + 0.5) / samples) / size;
        const y = (row + (Math.floor(step / samples) + 0.5) / samples) / size;
        const colour = colourAt(kind, x, y, template);
        if (!colour) continue;
        drawn += 1;
        red += colour[0];
        green += colour[1];
        blue += colour[2];
      }
      const alpha = drawn / (samples * samples);
      // Electron wants colours multiplied by how much of the pixel is drawn.
      const shade = (sum: number): number => (drawn === 0 ? 0 : Math.round((sum / drawn) * alpha));
      pixels.set([shade(blue), shade(green), shade(red), Math.round(alpha * 255)], (row * size + column) * 4);
    }
  }
  return pixels;
}

function colourAt(kind: TrayKind, x: number, y: number, template: boolean): Colour | null {
  const sign = signs[kind];
  const { disc, mark } = sign;
  if (mark(x, y)) return template ? null : white;
  if (disc(x, y)) return template ? black : sign.colour;
  if (disc(x - gap, y - gap) || disc(x + gap, y + gap) || disc(x - gap, y + gap) || disc(x + gap, y - gap))
    return null;
  return folder(x, y) ? (template ? black : teal) : null;
}

const white: Colour = [255, 255, 255];
const black: Colour = [0, 0, 0];
const teal: Colour = [38, 128, 150];
/** Empty space around the sign. */
const gap = 0.07;

const box =
  (left: number, top: number, right: number, bottom: number): Inside =>
  (x, y) =>
    x >= left && x <= right && y >= top && y <= bottom;
const round =
  (middleX: number, middleY: number, radius: number): Inside =>
  (x, y) =>
    Math.hypot(x - middleX, y - middleY) <= radius;
const line =
  (fromX: number, fromY: number, toX: number, toY: number, width: number): Inside =>
  (x, y) => {
    const [overX, overY] = [toX - fromX, toY - fromY];
    const along = ((x - fromX) * overX + (y - fromY) * overY) / (overX * overX + overY * overY);
    const at = Math.min(1, Math.max(0, along));
    return Math.hypot(x - fromX - at * overX, y - fromY - at * overY) <= width / 2;
  };
const any =
  (...shapes: readonly Inside[]): Inside =>
  (x, y) =>
    shapes.some((inside) => inside(x, y));

/** The folder of the program's own sign. */
const folder: Inside = any(box(0.03, 0.08, 0.42, 0.3), box(0.03, 0.19, 0.97, 0.86));

const [middle, radius] = [0.68, 0.31];
const circle = round(middle, middle, radius);
/** A triangle standing on its side, the sign of what needs somebody. */
const triangle: Inside = (x, y) =>
  y >= 0.36 && y <= 1 && Math.abs(x - middle) <= ((y - 0.36) / 0.64) * 0.34 + 0.01;

const signs: Readonly<
  Record<TrayKind, { readonly disc: Inside; readonly mark: Inside; readonly colour: Colour }>
> = {
  filed: {
    disc: circle,
    mark: any(line(0.53, 0.69, 0.64, 0.8, 0.09), line(0.64, 0.8, 0.83, 0.57, 0.09)),
    colour: [16, 124, 16],
  },
  waiting: {
    disc: circle,
    mark: any(line(middle, 0.5, middle, 0.69, 0.08), line(middle, 0.69, 0.81, 0.76, 0.08)),
    colour: [0, 90, 158],
  },
  person: {
    disc: triangle,
    mark: any(line(middle, 0.58, middle, 0.77, 0.09), round(middle, 0.9, 0.055)),
    colour: [196, 43, 28],
  },
  offline: { disc: circle, mark: line(0.5, 0.86, 0.86, 0.5, 0.1), colour: [97, 97, 97] },
  paused: {
    disc: box(0.38, 0.38, 0.98, 0.98),
    mark: any(box(0.52, 0.5, 0.62, 0.86), box(0.74, 0.5, 0.84, 0.86)),
    colour: [157, 93, 0],
  },
  starting: {
    disc: circle,
    mark: any(round(0.52, middle, 0.06), round(middle, middle, 0.06), round(0.84, middle, 0.06)),
    colour: [97, 97, 97],
  },
};

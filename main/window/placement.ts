import type { WindowSettings } from '../settings.ts';

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Placement {
  /** Without a position the system chooses one. */
  readonly bounds: {
    readonly width: number;
    readonly height: number;
    readonly x?: number;
    readonly y?: number;
  };
  readonly maximized: boolean;
}

export const smallestWindow = { width: 900, height: 600 };
/** Before anybody moved it. */
export const firstWindow = { width: 1280, height: 820 };
/** As much of the title bar must be on a screen that one can grab it, in device-independent pixels. */
const grip = { width: 120, height: 32 };

/** Where the window was left, out of the text of the settings, before what checks them is loaded; null when it makes no sense. */
export function placementIn(settings: string): WindowSettings | null {
  try {
    const { bounds, maximized } = JSON.parse(settings).window;
    const { x, y, width, height } = bounds;
    const makesSense = [x, y, width, height].every(Number.isSafeInteger) && typeof maximized === 'boolean';
    return makesSense ? { bounds: { x, y, width, height }, maximized } : null;
  } catch {
    return null;
  }
}

/** Where the window goes: as it was left, unless no screen is there any more. */
export function placeWindow(kept: WindowSettings | null, workAreas: readonly Rectangle[]): Placement {
  if (!kept) return { bounds: firstWindow, maximized: false };
  const width = Math.max(kept.bounds.width, smallestWindow.width);
  const height = Math.max(kept.bounds.height, smallestWindow.height);
  const { x, y } = kept.bounds;
  const reachable = workAreas.some(
    (area) =>
      y >= area.y &&
      y + grip.height <= area.y + area.height &&
      Math.min(x + width, area.x + area.width) - Math.max(x, area.x) >= grip.width,
  );
  return { bounds: reachable ? { x, y, width, height } : { width, height }, maximized: kept.maximized };
}

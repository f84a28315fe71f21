/** Where the person pointed: a drop onto the window, or one of the folder dialogs. */
export type Gesture = 'drop' | 'matter-folder' | 'root-folder';

/** Enough for several of the largest drops. */
const mostPaths = 50_000;

/** Remembers which paths the person pointed at, so that the page can name no others. */
export class GrantedPaths {
  readonly #granted = new Map<Gesture, Set<string>>();

  grant(gesture: Gesture, paths: readonly string[]): void {
    const granted = this.#granted.get(gesture) ?? new Set();
    this.#granted.set(gesture, granted);
    for (const path of paths) {
      granted.delete(path);
      granted.add(path);
    }
    for (const oldest of granted) {
      if (granted.size <= mostPaths) break;
      granted.delete(oldest);
    }
  }

  has(gesture: Gesture, path: string): boolean {
    return this.#granted.get(gesture)?.has(path) ?? false;
  }
}

import { Watched } from '../../shared/base/watched.ts';
import type { NavigationTarget } from '../../shared/model/index.ts';

/** NavigationTargets the person to a place in the window, once; a window that is only just opening finds it waiting. */
export class NavigationTargets {
  readonly #waiting = new Watched<NavigationTarget | null>(null);

  lead(lead: NavigationTarget): void {
    this.#waiting.set({ ...lead });
  }

  async *follow(signal?: AbortSignal): AsyncGenerator<NavigationTarget, void> {
    for await (const lead of this.#waiting.watch(signal)) {
      if (!lead) continue;
      this.#waiting.set(null);
      yield lead;
    }
  }
}

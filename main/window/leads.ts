import type { Lead } from '../../shared/model.ts';
import { Watched } from '../../shared/watched.ts';

/** Leads the person to a place in the window, once; a window that is only just opening finds it waiting. */
export class Leads {
  readonly #waiting = new Watched<Lead | null>(null);

  lead(lead: Lead): void {
    this.#waiting.set({ ...lead });
  }

  async *follow(signal?: AbortSignal): AsyncGenerator<Lead, void> {
    for await (const lead of this.#waiting.watch(signal)) {
      if (!lead) continue;
      this.#waiting.set(null);
      yield lead;
    }
  }
}

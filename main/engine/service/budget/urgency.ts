import { type Priority, priorities } from './priority.ts';

/** How urgent a request is, which may become more while it waits its turn. */
export class Urgency {
  #priority: Priority;
  readonly #raised = new Set<() => void>();

  constructor(priority: Priority) {
    this.#priority = priority;
  }

  get priority(): Priority {
    return this.#priority;
  }

  /** Somebody who is in more of a hurry waits for the same request; one in less of a hurry changes nothing. */
  raise(priority: Priority): void {
    if (priorities.indexOf(priority) >= priorities.indexOf(this.#priority)) return;
    this.#priority = priority;
    for (const tell of this.#raised) tell();
  }

  /** @returns what ends the telling */
  onRaised(tell: () => void): () => void {
    this.#raised.add(tell);
    return () => this.#raised.delete(tell);
  }
}

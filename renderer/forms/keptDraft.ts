/** What is typed into a form, kept as a draft: one write after the other, and none once the form is sent. */
export class KeptDraft {
  #put: (() => Promise<unknown>) | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #isKept: boolean;
  #isSent = false;

  /** @param isKept there is a draft of it already */
  constructor(isKept: boolean) {
    this.#isKept = isKept;
  }

  /** Whether there is anything to be kept, or kept already. */
  get isAny(): boolean {
    return this.#isKept || this.#put !== null;
  }

  /** From now on this is how it is written; nothing is written yet. */
  changed(put: () => Promise<unknown>): void {
    this.#put = put;
  }

  /** Resolves once what was typed is kept. Rejects when it cannot be: the next call tries it again. */
  keep(): Promise<void> {
    return this.#next(async () => {
      const put = this.#put;
      if (put === null || this.#isSent) return;
      await put();
      this.#isKept = true;
      if (this.#put === put) this.#put = null;
    });
  }

  /** Sends the form, which throws the draft away. What was typed is still to be kept when it is refused. */
  sending(send: () => Promise<unknown>): Promise<void> {
    return this.#next(async () => {
      await send();
      this.#isSent = true;
    });
  }

  #next(step: () => Promise<void>): Promise<void> {
    const next = this.#last.then(step);
    this.#last = next.catch(() => {});
    return next;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { documentsAtOnce, type FileId, type MatterId } from '../../shared/model/index.ts';
import type { EngineProcess } from '../support/engine-process.ts';

/** Milliseconds in which a window gathers changes before it asks again. */
const burst = 100;
/** Milliseconds between two looks at whether everything that was asked for is here. */
const look = 5;

/** What a window asks of the engine while it shows the documents of a matter (`renderer/conversation/`), without the window. */
export class ShownMatter implements AsyncDisposable {
  readonly #engine: EngineProcess['client'];
  readonly #matterId: MatterId;
  readonly #end = new AbortController();
  readonly #following: Promise<void>;
  readonly #shown = new Set<FileId>();
  /** Documents to ask for again; null for all. */
  #changed: Set<FileId> | null = null;
  #asking = 1;
  #asked = 0;

  constructor(engine: EngineProcess['client'], matterId: MatterId) {
    this.#engine = engine;
    this.#matterId = matterId;
    void this.#ask();
    this.#following = this.#follow().catch((failure: unknown) => {
      if (!this.#end.signal.aborted) throw failure;
    });
  }

  /** How often something was asked for and came. */
  get asked(): number {
    return this.#asked;
  }

  /** Resolves once more was asked for than `asked`: the engine told of a change. */
  async asksAgain(asked: number): Promise<void> {
    while (this.#asked <= asked) await sleep(look);
  }

  /** Resolves once so many documents are shown, and nothing is being asked for. */
  async shows(documents: number): Promise<void> {
    while (this.#shown.size < documents || this.#asking > 0) await sleep(look);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    await this.#following;
    while (this.#asking > 0) await sleep(look);
  }

  async #follow(): Promise<void> {
    const { signal } = this.#end;
    for await (const change of await this.#engine.engine.changes(undefined, { signal })) {
      if (change.topic !== 'matter' || change.matterId !== this.#matterId) continue;
      if (!change.documents) this.#changed = null;
      else for (const document of change.documents) this.#changed?.add(document);
      if (this.#asking > 0) continue;
      this.#asking += 1;
      void sleep(burst).then(() => this.#ask());
    }
  }

  async #ask(): Promise<void> {
    const matterId = this.#matterId;
    const changed = this.#changed;
    this.#changed = new Set();
    const { documents, engine } = this.#engine;
    const others = [
      engine.matters.get({ matterId }),
      engine.timeline({ matterId }),
      engine.problems.list(),
      engine.filing.now(),
    ];
    const only = changed && [...changed];
    for (let after: FileId | null = null, more = only?.length !== 0; more; ) {
      const part = only?.splice(0, documentsAtOnce);
      const page = await documents.list({ matterId, ...(part ? { only: part } : { after }) });
      for (const { fileId } of page.documents) this.#shown.add(fileId);
      after = page.next;
      more = only ? only.length > 0 : after !== null;
    }
    await Promise.allSettled(others);
    this.#asked += 1;
    if (this.#end.signal.aborted || this.#changed?.size === 0) {
      this.#asking -= 1;
      return;
    }
    await sleep(burst);
    return this.#ask();
  }
}

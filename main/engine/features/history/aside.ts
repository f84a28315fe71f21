import { Worker } from 'node:worker_threads';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import type { BodyMark } from '../../service/body-mark.ts';
import type { FolderHistory, HistoryEntry, ReadAside } from '../../service/history.ts';
import type { LongBody } from '../../service/long-body.ts';
import { endWorker } from '../../store/worker-file.ts';

/** What the thread is asked: to read a body, or for the next part of what it read. */
export type AsideOrder =
  | ({
      readonly kind: 'read';
      readonly id: number;
      readonly matterId: MatterId;
      readonly folderId: FolderId | null;
      readonly known: BodyMark | null;
      readonly bytes: ArrayBuffer;
    } & Omit<LongBody, 'bytes'>)
  | { readonly kind: 'more'; readonly id: number };

export type AsideAnswer =
  | { readonly kind: 'part'; readonly id: number; readonly part: FolderHistory; readonly isLast: boolean }
  | { readonly kind: 'failed'; readonly id: number; readonly what: string };

interface Reading {
  readonly entries: HistoryEntry[];
  readonly resolve: (result: Result<FolderHistory, string>) => void;
}

/**
 * Reads long histories in a thread of its own, which gives back only what is new: 24 MB of entries take half a second, and
 * the engine's thread answers the window and captures saves.
 */
export class HistoryAside {
  /** Of the database that lists which entries are kept. */
  readonly #file: string;
  readonly #readings = new Map<number, Reading>();
  #worker: Worker | null = null;
  #count = 0;

  constructor(databaseFile: string) {
    this.#file = databaseFile;
  }

  /** For histories of one folder; null is the root. */
  of(matterId: MatterId, folderId: FolderId | null): ReadAside {
    return ({ bytes, ...body }, known, signal) => {
      this.#count += 1;
      const id = this.#count;
      // Its memory is handed over, not copied.
      const { buffer, byteOffset, byteLength } = bytes;
      const whole = buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength;
      const own = whole ? buffer : new Uint8Array(bytes).buffer;
      const reading = new Promise<Result<FolderHistory, string>>((resolve) => {
        this.#readings.set(id, { entries: [], resolve });
        signal?.addEventListener('abort', () => this.#ended(id, err('aborted')), { once: true });
      });
      this.#order({ kind: 'read', id, matterId, folderId, known, bytes: own, ...body }, [own]);
      return reading;
    };
  }

  /** Resolves when the thread has closed the database. */
  async end(): Promise<void> {
    if (this.#worker) await endWorker(this.#worker);
  }

  #order(order: AsideOrder, transfer: ArrayBuffer[] = []): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(order, transfer);
  }

  #start(): Worker {
    const file = import.meta.url.endsWith('.ts') ? './aside-worker.ts' : './history-worker.js';
    const worker = new Worker(new URL(file, import.meta.url), { workerData: this.#file });
    worker.on('message', (answer: AsideAnswer) => this.#answered(answer));
    worker.on('error', () => this.#gone(worker));
    worker.on('exit', () => this.#gone(worker));
    worker.unref();
    return worker;
  }

  #answered(answer: AsideAnswer): void {
    const { id } = answer;
    if (answer.kind === 'failed') return this.#ended(id, err(answer.what));
    const reading = this.#readings.get(id);
    for (const entry of answer.part.entries) reading?.entries.push(entry);
    if (answer.isLast) return this.#ended(id, ok({ ...answer.part, entries: reading?.entries ?? [] }));
    // What nobody waits for any more is taken to its end too, so that the thread lets go of it. Others have their turn first.
    setImmediate(() => {
      if (this.#worker) this.#order({ kind: 'more', id });
    });
  }

  #ended(id: number, result: Result<FolderHistory, string>): void {
    this.#readings.get(id)?.resolve(result);
    this.#readings.delete(id);
  }

  /** What it was reading is asked for again by whoever wants it. */
  #gone(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const id of [...this.#readings.keys()]) this.#ended(id, err('its reading was broken off'));
  }
}

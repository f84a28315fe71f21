import { randomUUID } from 'node:crypto';
import { appendFile, rm } from 'node:fs/promises';
import { ORPCError } from '@orpc/client';
import { err, ok, type Result } from '../../shared/base/result.ts';
import { Watched } from '../../shared/base/watched.ts';
import type { AddedTogether, AddingView, AddOutcome } from '../../shared/model/adding.ts';
import { type FolderId, type MatterId, type Refusal, refusalSchema } from '../../shared/model/index.ts';
import { asking, type EngineSource } from '../conversation/forward.ts';
import { type AddedSoFar, addInTurn } from './add-in-turn.ts';
import { type Ended, endedIn, type Job, type Line, linesIn } from './adding-log.ts';

interface Ports {
  /** Where it is kept what is being added, until the person was told what became of it. */
  readonly file: string;
  readonly engine: EngineSource;
  readonly person: () => string | null;
  /** The sign-in that is there; null while signed out. */
  readonly signIn: () => string | null;
  readonly log: (message: string) => void;
}

interface Waiting {
  readonly job: Job;
  readonly signIn: string | null;
  soFar: AddedSoFar;
}

/**
 * Adds documents that the person dropped, one lot after the other, whatever becomes of the page meanwhile; what became of them is
 * told to the next page. What is left when the program ends is told at its next start.
 */
export class Adding {
  /** Counts whenever the view may be another one. */
  readonly changed = new Watched(0);
  readonly #ports: Ports;
  readonly #jobs: Waiting[] = [];
  #ended: readonly Ended[] = [];
  #now: { readonly job: Job; readonly done: number; readonly waitingFor: readonly string[] } | null = null;
  #stop = new AbortController();
  /** Resolves when the program that was ending goes on after all; null while it is not ending. */
  #leaving: PromiseWithResolvers<void> | null = null;
  #written: Promise<unknown> = Promise.resolve();

  private constructor(ports: Ports) {
    this.#ports = ports;
  }

  static async open(ports: Ports): Promise<Adding> {
    const adding = new Adding(ports);
    adding.#ended = endedIn(await linesIn(ports));
    return adding;
  }

  /** What the person who is there may be told. */
  get view(): AddingView {
    const person = this.#ports.person();
    const now = this.#now?.job.person === person ? this.#now : null;
    return {
      now: now && {
        folderName: now.job.folderName,
        done: now.done,
        of: now.job.paths.length,
        waitingFor: [...now.waitingFor],
      },
      ended: this.#ended
        .filter(({ job }) => job.person === person)
        .map(({ job: { id, matterId, folderName }, outcomes, left, unsure }) => ({
          ...{ id, matterId, folderName, outcomes, left, unsure },
        })),
    };
  }

  /** Documents that are still to be added. */
  get left(): number {
    const all = this.#jobs.reduce((sum, { job }) => sum + job.paths.length, 0);
    return all - (this.#now?.done ?? 0) + (this.#now?.waitingFor.length ?? 0);
  }

  /** Answers once it is kept on disk what is to be added; `refused` was not dropped and is told with the rest. */
  async add(
    wanted: { matterId: MatterId; folderId: FolderId | null; folderName: string; paths: readonly string[] },
    refused: readonly AddOutcome[],
  ): Promise<Result<void, Refusal>> {
    const { matterId, folderId, folderName } = wanted;
    const { person, signIn } = this.#ports;
    const job: Job = {
      ...{ id: randomUUID(), person: person(), matterId, folderId, folderName },
      paths: [...wanted.paths],
      refused: [...refused],
    };
    if (!(await this.#write({ job }))) return err(notKept);
    this.#jobs.push({ job, signIn: signIn(), soFar: { done: 0, outcomes: [] } });
    if (this.#jobs.length === 1) void this.#run();
    this.#tell();
    return ok(undefined);
  }

  /** Nothing more is begun of what is being added now, and of what waits after it. */
  stop(): void {
    this.#stop.abort();
  }

  /** The program ends: what is left is told at the next start. */
  leave(): void {
    this.#leaving ??= Promise.withResolvers();
  }

  /** The program goes on after all. */
  goOn(): void {
    this.#leaving?.resolve();
    this.#leaving = null;
  }

  /** The person was told of it. */
  async read(id: string): Promise<void> {
    if (!this.#ended.some(({ job }) => job.id === id)) return;
    this.#ended = this.#ended.filter(({ job }) => job.id !== id);
    this.#tell();
    await this.#write({ id, read: true });
    if (this.#ended.length === 0 && this.#jobs.length === 0)
      await rm(this.#ports.file, { force: true }).catch(() => {
        this.#ports.log(
          'The list of documents that were added could not be removed; it is at the next start.',
        );
      });
  }

  /** What was kept of this person was removed. */
  async forget(person: string): Promise<void> {
    for (const { job } of this.#ended) if (job.person === person) await this.read(job.id);
  }

  async #run(): Promise<void> {
    for (let next = this.#jobs[0]; next; next = this.#jobs[0]) {
      const { job } = next;
      const added = await this.#addAll(next);
      if (this.#leaving) {
        await this.#leaving.promise;
        // What was asked for when the program was to end is not asked for twice.
        if (added.unsure === null) continue;
      }
      const ended = { ...added, outcomes: [...added.outcomes, ...job.refused] };
      this.#ended = [...this.#ended, { job, ...ended }];
      this.#jobs.shift();
      this.#now = null;
      this.#tell();
      await this.#write({ id: job.id, ended });
    }
    this.#stop = new AbortController();
  }

  async #addAll(waiting: Waiting): Promise<AddedTogether> {
    const { engine, signIn } = this.#ports;
    const { job, signIn: before } = waiting;
    const { id, matterId, folderId } = job;
    this.#now = { job, done: waiting.soFar.done, waitingFor: [] };
    this.#tell();
    const { outcomes, left, unsure } = await addInTurn(
      job.paths,
      {
        add: (paths) =>
          asking(engine, ({ client }, either) =>
            client.documents.add({ matterId, folderId, paths }, { signal: either }),
          ),
        // What one person asked for is not done in the folders of the next.
        isStopped: () =>
          this.#stop.signal.aborted || this.#leaving !== null || ![null, before].includes(signIn()),
        tellDone: async (done, added) => {
          this.#now = { job, done, waitingFor: [] };
          this.#tell();
          await this.#write({ id, done, outcomes: [...added] });
        },
        tellWaiting: async (waitingFor, again) => {
          this.#now = { job, done: job.paths.length, waitingFor };
          this.#tell();
          await this.#write({ id, again: [...again] });
        },
      },
      waiting.soFar,
    );
    waiting.soFar = { done: job.paths.length - left, outcomes };
    return {
      outcomes: [...outcomes],
      left,
      unsure: unsure && { paths: [...unsure.paths], refusal: refusalOf(unsure.error) },
    };
  }

  #tell(): void {
    this.changed.set(this.changed.value + 1);
  }

  /** One line after the other. False when the disk does not take it. */
  #write(line: Line): Promise<boolean> {
    const { file, log } = this.#ports;
    const written = this.#written.then(() =>
      appendFile(file, `${JSON.stringify(line)}\n`, { flush: true, mode: 0o600 }).then(
        () => true,
        () => {
          log(
            'What is being added could not be written down; it is told more than once, or as not added, at the next start.',
          );
          return false;
        },
      ),
    );
    this.#written = written;
    return written;
  }
}

function refusalOf(error: unknown): Pick<Refusal, 'what' | 'why'> {
  const refusal = refusalSchema.safeParse(error instanceof ORPCError ? error.data : null);
  return refusal.success ? { what: refusal.data.what, why: refusal.data.why } : interrupted;
}

const interrupted = {
  what: 'Adding was interrupted.',
  why: 'The part of the program that does the work was restarted.',
};
const notKept: Refusal = {
  code: 'folder-not-writable',
  what: 'Nothing was added.',
  why: 'What is to be added could not be written down: the disk may be full.',
  next: 'Make room on the disk, and add the documents again.',
};

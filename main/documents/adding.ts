import { randomUUID } from 'node:crypto';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { ORPCError } from '@orpc/client';
import { z } from 'zod';
import { err, ok, type Result } from '../../shared/base/result.ts';
import { Watched } from '../../shared/base/watched.ts';
import {
  type AddedTogether,
  type AddingView,
  type AddOutcome,
  addedSchema,
  addOutcomeSchema,
} from '../../shared/model/adding.ts';
import {
  type FolderId,
  folderIdSchema,
  type MatterId,
  matterIdSchema,
  type Refusal,
  refusalSchema,
} from '../../shared/model/index.ts';
import { asking, type EngineSource } from '../conversation/forward.ts';
import { addInTurn, atOnce } from './add-in-turn.ts';

const jobSchema = z.object({
  id: z.string(),
  /** Whose work the window showed: the id of their workspace. Nobody else is told of it. */
  person: z.string().nullable(),
  matterId: matterIdSchema,
  folderId: folderIdSchema.nullable(),
  folderName: z.string(),
  paths: z.array(z.string()),
  /** Of the same drop, what could not be asked for. */
  refused: z.array(addOutcomeSchema),
});
type Job = z.infer<typeof jobSchema>;

/** A line of the file: what was asked for, how far it has come, and what became of it. */
const lineSchema = z.union([
  z.object({ job: jobSchema }),
  z.object({ id: z.string(), done: z.int() }),
  z.object({ id: z.string(), ended: addedSchema }),
  z.object({ id: z.string(), read: z.literal(true) }),
]);
type Line = z.infer<typeof lineSchema>;

interface Ports {
  /** Where it is kept what is being added, until the person was told what became of it. */
  readonly file: string;
  readonly engine: EngineSource;
  readonly person: () => string | null;
  /** The sign-in that is there; null while signed out. */
  readonly signIn: () => string | null;
  readonly log: (message: string) => void;
}

interface Ended extends AddedTogether {
  readonly job: Job;
}

/**
 * Adds documents that the person dropped, one lot after the other, whatever becomes of the page meanwhile; what became of them is
 * told to the next page. What is left when the program ends is told at its next start.
 */
export class Adding {
  /** Counts whenever the view may be another one. */
  readonly changed = new Watched(0);
  readonly #ports: Ports;
  readonly #jobs: { readonly job: Job; readonly signIn: string | null }[] = [];
  #ended: readonly Ended[] = [];
  #now: { readonly job: Job; readonly done: number; readonly waitingFor: readonly string[] } | null = null;
  #stop = new AbortController();
  #isLeaving = false;
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
    return all - (this.#now?.done ?? 0);
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
    this.#jobs.push({ job, signIn: signIn() });
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
    this.#isLeaving = true;
  }

  /** The program goes on after all. */
  goOn(): void {
    this.#isLeaving = false;
    if (this.#jobs.length > 0) void this.#run();
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
    for (let next = this.#jobs[0]; next && !this.#isLeaving; next = this.#jobs[0]) {
      const { job, signIn } = next;
      const added = await this.#addAll(job, signIn);
      if (this.#isLeaving) return;
      const ended = { ...added, outcomes: [...added.outcomes, ...job.refused] };
      this.#ended = [...this.#ended, { job, ...ended }];
      this.#jobs.shift();
      this.#now = null;
      this.#tell();
      await this.#write({ id: job.id, ended });
    }
    this.#stop = new AbortController();
  }

  async #addAll(job: Job, before: string | null): Promise<AddedTogether> {
    const { engine, signIn } = this.#ports;
    const { id, matterId, folderId } = job;
    this.#now = { job, done: 0, waitingFor: [] };
    const { outcomes, left, unsure } = await addInTurn(job.paths, {
      add: (paths) =>
        asking(engine, ({ client }, either) =>
          client.documents.add({ matterId, folderId, paths }, { signal: either }),
        ),
      // What one person asked for is not done in the folders of the next.
      isStopped: () => this.#stop.signal.aborted || this.#isLeaving || ![null, before].includes(signIn()),
      tellDone: async (done) => {
        this.#now = { job, done, waitingFor: [] };
        this.#tell();
        if (done > 0) await this.#write({ id, done });
      },
      tellWaiting: (waitingFor) => {
        this.#now = { job, done: job.paths.length, waitingFor };
        this.#tell();
      },
    });
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

/** A last line that is torn is none. */
async function linesIn({ file, log }: Ports): Promise<Line[]> {
  try {
    const text = await readFile(file, 'utf8');
    return text.split('\n').flatMap((line) => {
      const parsed = lineSchema.safeParse(parseOrNull(line));
      return parsed.success ? [parsed.data] : [];
    });
  } catch (failure) {
    const isThere = !(failure instanceof Error && 'code' in failure && failure.code === 'ENOENT');
    if (isThere) log('Which documents were not added before the program ended cannot be read.');
    return [];
  }
}

function parseOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** What the person has not been told: of what has no end, the program ended in the midst. */
function endedIn(lines: readonly Line[]): Ended[] {
  const read = new Set(lines.flatMap((line) => ('read' in line ? [line.id] : [])));
  return lines.flatMap((line): Ended[] => {
    if (!('job' in line) || read.has(line.job.id)) return [];
    const { job } = line;
    const ended = lines.findLast((one) => 'ended' in one && one.id === job.id);
    if (ended && 'ended' in ended) return [{ job, ...ended.ended }];
    const done = lines.findLast((one) => 'done' in one && one.id === job.id);
    const from = done && 'done' in done ? done.done : 0;
    const unsure = job.paths.slice(from, from + atOnce);
    return [
      {
        job,
        outcomes: job.refused,
        left: job.paths.length - from - unsure.length,
        unsure: { paths: unsure, refusal: programEnded },
      },
    ];
  });
}

function refusalOf(error: unknown): Pick<Refusal, 'what' | 'why'> {
  const refusal = refusalSchema.safeParse(error instanceof ORPCError ? error.data : null);
  return refusal.success ? { what: refusal.data.what, why: refusal.data.why } : interrupted;
}

const interrupted = {
  what: 'Adding was interrupted.',
  why: 'The part of the program that does the work was restarted.',
};
const programEnded = {
  what: 'Adding was interrupted.',
  why: 'Matterline was closed, or ended, before all documents were added.',
};
const notKept: Refusal = {
  code: 'folder-not-writable',
  what: 'Nothing was added.',
  why: 'What is to be added could not be written down: the disk may be full.',
  next: 'Make room on the disk, and add the documents again.',
};

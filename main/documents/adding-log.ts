import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import {
  type AddedTogether,
  type AddOutcome,
  addedSchema,
  addOutcomeSchema,
} from '../../shared/model/adding.ts';
import { folderIdSchema, matterIdSchema } from '../../shared/model/index.ts';
import { atOnce, withoutPaths } from './add-in-turn.ts';

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
export type Job = z.infer<typeof jobSchema>;

/** A line of the file: what was asked for, how far it has come, and what became of it. */
const lineSchema = z.union([
  z.object({ job: jobSchema }),
  z.object({ id: z.string(), done: z.int(), outcomes: z.array(addOutcomeSchema).default([]) }),
  /** Still being written before, and asked for once more. */
  z.object({ id: z.string(), again: z.array(z.string()) }),
  z.object({ id: z.string(), ended: addedSchema }),
  z.object({ id: z.string(), read: z.literal(true) }),
]);
export type Line = z.infer<typeof lineSchema>;

export interface Ended extends AddedTogether {
  readonly job: Job;
}

interface LogPorts {
  readonly file: string;
  readonly log: (message: string) => void;
}

/** A last line that is torn is none. */
export async function linesIn({ file, log }: LogPorts): Promise<Line[]> {
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
export function endedIn(lines: readonly Line[]): Ended[] {
  const read = new Set(lines.flatMap((line) => ('read' in line ? [line.id] : [])));
  return lines.flatMap((line): Ended[] => {
    if (!('job' in line) || read.has(line.job.id)) return [];
    const { job } = line;
    const ended = lines.findLast((one) => 'ended' in one && one.id === job.id);
    if (ended && 'ended' in ended) return [{ job, ...ended.ended }];
    return [{ job, ...interruptedIn(job, lines) }];
  });
}

function interruptedIn(job: Job, lines: readonly Line[]): AddedTogether {
  let from = 0;
  let outcomes: AddOutcome[] = [];
  let again: readonly string[] = [];
  for (const line of lines) {
    if (!('id' in line) || line.id !== job.id) continue;
    if ('again' in line) again = line.again;
    if (!('done' in line)) continue;
    const answered = line.outcomes.map(({ path }) => path);
    outcomes = [...withoutPaths(outcomes, answered), ...line.outcomes];
    from = line.done;
    again = [];
  }
  const unsure = [...again, ...job.paths.slice(from, from + atOnce)];
  return {
    outcomes: [...withoutPaths(outcomes, again), ...job.refused],
    left: Math.max(0, job.paths.length - from - atOnce),
    unsure: unsure.length === 0 ? null : { paths: unsure, refusal: programEnded },
  };
}

const programEnded = {
  what: 'Adding was interrupted.',
  why: 'Matterline was closed, or ended, before all documents were added.',
};

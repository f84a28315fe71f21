import type { EngineSource } from '../conversation/forward.ts';

interface ProblemNotices {
  readonly engine: EngineSource;
  /** True while the person wants to be told, and does not see the window anyway. */
  readonly wanted: () => boolean;
  /** `howMany` problems are new. */
  readonly tell: (howMany: number) => void;
}

/** Tells of new problems for as long as the program runs; those there were at the start are no news. */
export async function tellOfProblems({ engine, wanted, tell }: ProblemNotices): Promise<void> {
  let before: number | null = null;
  for await (const link of engine.link.watch()) {
    if (!link) continue;
    try {
      for await (const { problems } of await link.client.engine.status(undefined, { signal: link.ended })) {
        if (before !== null && problems > before && wanted()) tell(problems - before);
        before = problems;
      }
    } catch (error) {
      if (!link.ended.aborted) throw error;
    }
  }
}

/** What the system shows: no name of a document or a matter, since others may see the screen. */
export const problemNotice = (howMany: number): { title: string; body: string } => ({
  title: howMany === 1 ? 'A document needs you' : `${howMany} documents need you`,
  body: 'Nothing is lost. Matterline shows what happened and what to do.',
});

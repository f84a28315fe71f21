import type { Mutation } from './mutation.ts';

/** Which seed found a fault. */
export interface Caught {
  readonly seed: number;
  /** How many seeds had been played by then. */
  readonly tries: number;
  /** What was found broken. */
  readonly words: string;
}

/** A page with a row for each fault: those that were found now, and the rows that the others had before. */
export function tableWith(
  page: string,
  mutations: readonly Mutation[],
  caught: ReadonlyMap<string, Caught>,
): string {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => line.startsWith('|---'));
  const before = new Map(lines.slice(start + 1).map((line) => [line.split(' | ')[0]?.slice(2), line]));
  const rows = mutations.map(({ name, breaks }) => {
    const found = caught.get(name);
    if (found) return `| ${name} | ${breaks} | ${found.seed} | ${found.tries} |`;
    return before.get(name) ?? `| ${name} | ${breaks} | not yet | |`;
  });
  return [...lines.slice(0, start + 1), ...rows, ''].join('\n');
}

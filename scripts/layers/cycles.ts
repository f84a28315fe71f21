/** Files by path, each with the paths it imports; paths that are no key are ignored. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** One cycle for each import that closes one, as the paths along it; empty when there is none. */
export function findCycles(graph: ImportGraph): string[][] {
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const trail: string[] = [];

  const visit = (path: string): void => {
    const start = trail.indexOf(path);
    if (start !== -1) {
      cycles.push(trail.slice(start));
      return;
    }
    if (finished.has(path)) return;
    trail.push(path);
    for (const next of graph.get(path) ?? []) visit(next);
    trail.pop();
    finished.add(path);
  };

  for (const path of graph.keys()) visit(path);
  return cycles;
}

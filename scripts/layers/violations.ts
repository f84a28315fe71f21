import { findCycles } from './cycles.ts';
import { type Import, importsOf, type Source } from './imports.ts';
import { layerRules } from './rules.ts';

export type Violation = { readonly rule: string; readonly message: string };

/** Checks sources against the layer rules; `exists` tells whether a path in the project is a file. */
export function findViolations(sources: readonly Source[], exists: (path: string) => boolean): Violation[] {
  const imports = new Map(sources.map((source) => [source.path, importsOf(source)]));
  const violations: Violation[] = [];
  for (const [path, found] of imports) {
    for (const { target, line } of found) {
      const at = `${path}:${line} imports ${target}`;
      if (isFile(target) && !exists(target)) {
        violations.push({ rule: 'no-missing-file', message: `${at}, which does not exist` });
      }
      for (const rule of layerRules) {
        if (rule.from.test(path) && rule.refuses(target)) {
          violations.push({ rule: rule.name, message: `${at}, but ${rule.because}` });
        }
      }
    }
  }
  for (const cycle of findCycles(graphOf(imports))) {
    violations.push({ rule: 'no-cycles', message: [...cycle, cycle[0]].join(' -> ') });
  }
  return violations;
}

function graphOf(imports: ReadonlyMap<string, readonly Import[]>): Map<string, string[]> {
  return new Map(
    [...imports].map(([path, found]) => [path, found.map(({ target }) => target).filter(isFile)]),
  );
}

function isFile(target: string): boolean {
  return !target.startsWith('npm:') && !target.startsWith('node:');
}

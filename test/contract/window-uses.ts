import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { importsOf, type Source } from '../../scripts/layers/imports.ts';
import { contract } from '../../shared/contract/index.ts';

const root = join(import.meta.dirname, '../..');

/** What the window asks for, as its code has it. */
export interface WindowUses {
  /** Of the conversation, as `engine.records.staff`. */
  readonly procedures: ReadonlySet<string>;
  /** Operations of forms that it makes. */
  readonly forms: ReadonlySet<string>;
}

/** All that can be asked for in the conversation, as `engine.records.staff`. */
export const procedures: readonly string[] = proceduresIn(contract);

function proceduresIn(part: object): string[] {
  return Object.entries(part).flatMap(([name, inside]) =>
    '~orpc' in inside ? [name] : proceduresIn(inside).map((rest) => `${name}.${rest}`),
  );
}

/** Sources of the window, by path. */
export function windowSources(): Source[] {
  return readdirSync(join(root, 'renderer'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `renderer/${name.replaceAll('\\', '/')}`)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** What is used in the files that the window's own beginning leads to: a screen that nothing opens is none. */
export function usesOf(sources: readonly Source[], start = 'renderer/main.tsx'): WindowUses {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const opened = new Set<string>();
  const uses = { procedures: new Set<string>(), forms: new Set<string>() };
  const left = [start];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const source = byPath.get(path);
    if (source === undefined || opened.has(path)) continue;
    opened.add(path);
    left.push(...importsOf(source).map(({ target }) => target));
    addUses(source, uses);
  }
  return uses;
}

function addUses({ path, text }: Source, uses: { procedures: Set<string>; forms: Set<string> }): void {
  new Visitor({
    MemberExpression: ({ start, end }) => {
      const chain = text.slice(start, end).replaceAll(/\s|\?/g, '');
      const [, procedure] = /^(?:[\w.]+\.)?(?:client|queries)\.([\w.]+)$/.exec(chain) ?? [];
      if (procedure !== undefined) uses.procedures.add(procedure);
    },
    Property: ({ key, value }) => {
      const operation = 'name' in key && key.name === 'operation' ? literalIn(value) : undefined;
      if (operation !== undefined) uses.forms.add(operation);
    },
  }).visit(parseSync(path, text).program);
}

/** Of `'a'` and of `'a' as const`. */
function literalIn(node: { readonly type: string }): string | undefined {
  if ('expression' in node) return literalIn(node.expression as { type: string });
  return 'value' in node && typeof node.value === 'string' ? node.value : undefined;
}

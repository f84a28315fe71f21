import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { parseSync, Visitor } from 'vite';

/** One import as it stands in a file; type imports, re-exports and `import('...')` count like any other. */
export type Import = {
  /** Path from the project folder for a file, `node:NAME` for Node's own, `npm:NAME` for a package. */
  readonly target: string;
  readonly line: number;
};

export type Source = { readonly path: string; readonly text: string };

/** All imports of a file whose target is written out. Throws on a file that does not parse. */
export function importsOf({ path, text }: Source): Import[] {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);

  const found: Import[] = [];
  const add = (node: { readonly type: string; readonly start: number } | null): void => {
    const specifier = node !== null && 'value' in node ? node.value : undefined;
    if (node === null || typeof specifier !== 'string') return;
    found.push({ target: targetOf(specifier, path), line: text.slice(0, node.start).split('\n').length });
  };
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
    TSExternalModuleReference: ({ expression }) => add(expression),
  }).visit(program);
  return found;
}

function targetOf(specifier: string, importer: string): string {
  if (specifier.startsWith('.')) {
    const [file = ''] = specifier.split('?');
    return posix.join(posix.dirname(importer), file);
  }
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`;
  const [first = '', second = ''] = specifier.split('/');
  return `npm:${first.startsWith('@') ? `${first}/${second}` : first}`;
}

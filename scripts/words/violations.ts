import { parseSync, Visitor } from 'vite';
import { privateNames, privatePhrases } from './private-words.ts';

export interface SourceFile {
  /** From the project folder, with `/` between names. */
  readonly path: string;
  readonly text: string;
}

/** Released migrations keep the names that they were released with. */
const released = 'main/engine/store/migrations/';
const list = 'scripts/words/private-words.ts';
/** Where text is shown to people. */
const shown = ['renderer/', 'main/'];

/** Every private name and phrase in a file, with its line. Throws on a file that does not parse. */
export function privateWordsIn({ path, text }: SourceFile): string[] {
  if (path.startsWith(released) || path === list) return [];
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  const found = new Set<string>();
  const add = (start: number, word: string, instead: string) => {
    found.add(`${path}:${text.slice(0, start).split('\n').length}: “${word}” (${instead})`);
  };
  const identifier = (node: { readonly name: string; readonly start: number }) => {
    for (const [word, instead] of namesIn(node.name)) add(node.start, word, instead);
  };
  const phrase = (value: unknown, start: number) => {
    if (typeof value !== 'string') return;
    for (const [words, instead] of phrasesIn(value)) add(start, words, instead);
  };
  for (const [word, instead] of namesIn(baseNameOf(path))) found.add(`${path}: “${word}” (${instead})`);
  const isShown = shown.some((folder) => path.startsWith(folder));
  new Visitor({
    Identifier: identifier,
    PrivateIdentifier: identifier,
    ...(isShown && {
      Literal: ({ value, start }) => phrase(value, start),
      TemplateElement: ({ value, start }) => phrase(value.cooked, start),
      JSXText: ({ value, start }) => phrase(value, start),
    }),
  }).visit(program);
  return [...found];
}

const baseNameOf = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/(\.test)?\.tsx?$/, '');

/** The private names that a name consists of or has among its parts. */
function namesIn(name: string): [word: string, instead: string][] {
  const parts = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z\d]+/g, ' ')
    .toLowerCase()
    .trim();
  return Object.entries(privateNames).filter(([word]) => ` ${parts} `.includes(` ${word} `));
}

const phrasesIn = (value: string): [words: string, instead: string][] =>
  Object.entries(privatePhrases).filter(([words]) => value.toLowerCase().includes(words));

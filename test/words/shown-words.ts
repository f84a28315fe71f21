import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

export interface ShownWords {
  /** Path below the project and line. */
  readonly at: string;
  readonly words: string;
}

const project = join(import.meta.dirname, '../..');

/** A line whose text nobody but an engineer reads, or that only explains the code. */
const unseen = /^\s*(\*|\/\/|\/\*|import\b)|throw new|\blog\(|\.log\(|console\.|\.describe\(|new Error\(/u;
const quoted = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\\n]|\\.)*)`|"((?:[^"\\\n]|\\.)*)"/gu;
const betweenTags = />([^<>{}=;]*\p{L}[^<>{}=;]*)</gu;
const loneLine = /^\s*((?:\p{Lu}|\p{Ll})[^<>={};]*\p{L}[^<>={};]*)$/u;

/** All words in the sources of these folders that a person may come to see, as far as the text of the source tells. */
export async function shownWords(folders: readonly string[]): Promise<ShownWords[]> {
  const found = await Promise.all(folders.map(wordsIn));
  return found.flat();
}

async function wordsIn(folder: string): Promise<ShownWords[]> {
  const entries = await readdir(join(project, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.tsx?$/u.test(entry.name));
  const found = await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const name = relative(project, path).replaceAll('\\', '/');
      return wordsOf(await readFile(path, 'utf8'), name);
    }),
  );
  return found.flat();
}

export function wordsOf(source: string, name: string): ShownWords[] {
  const isPage = name.endsWith('.tsx');
  return source.split('\n').flatMap((line, index) => {
    if (unseen.test(line)) return [];
    const texts = [
      ...Array.from(line.matchAll(quoted), (match) => match[1] ?? match[2] ?? match[3] ?? ''),
      ...(isPage ? Array.from(line.matchAll(betweenTags), (match) => match[1] ?? '') : []),
      ...(isPage ? [loneLine.exec(line)?.[1] ?? ''] : []),
    ];
    return texts
      .map((text) => text.replaceAll(/\$\{[^}]*(?:\}|$)/gu, '…').trim())
      .filter(isSentence)
      .map((words) => ({ at: `${name}:${index + 1}`, words }));
  });
}

/** Our sentences and labels begin with a capital, and go on: nothing else in quotes does. */
const isSentence = (text: string): boolean =>
  /^[“]?\p{Lu}[\p{L}’'-]*(?:\s|…|$)/u.test(text) &&
  /\p{Ll}/u.test(text) &&
  !/[_/]|\b(SELECT|INSERT|UPDATE|CREATE|DELETE|FROM)\b|=>|\w\(/u.test(text);

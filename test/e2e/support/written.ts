import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** One file on disk, read both as bytes and as the UTF-16 that some stores write. */
export interface Written {
  readonly path: string;
  readonly latin1: string;
  readonly utf16: string;
}

/**
 * Everything written below a person's home: user data, logs, databases with their journals, caches, crash dumps. Left
 * out are the person's own documents, and the browser, which is not ours.
 */
export async function writtenBelow(home: string): Promise<Written[]> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const foreign = [join(home, 'Documents'), join(home, '.config', 'Stand-in browser')];
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !foreign.some((folder) => path.startsWith(folder + sep)));
  return Promise.all(
    paths.map(async (path) => {
      const bytes = await readFile(path);
      return { path, latin1: bytes.toString('latin1'), utf16: bytes.toString('utf16le') };
    }),
  );
}

/** Pieces of everything the person keeps below a folder, three of each document, by which its content is known. */
export async function piecesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const pieces = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const bytes = await readFile(join(entry.parentPath, entry.name));
        return [0.25, 0.5, 0.75].map((where) => {
          const at = Math.floor(bytes.length * where);
          return bytes.subarray(at, at + pieceLength).toString('latin1');
        });
      }),
  );
  return pieces.flat().filter((piece) => piece.length === pieceLength);
}

/** Long enough that it stands nowhere by chance, in bytes. */
const pieceLength = 24;

/** Which of the texts stand in which of the files; of each text only its beginning is told. */
export function foundIn(files: readonly Written[], texts: readonly string[]): string[] {
  return files.flatMap(({ path, latin1, utf16 }) =>
    texts
      .filter((text) => text !== '' && (latin1.includes(text) || utf16.includes(text)))
      .map((text) => `${path}: ${text.slice(0, 6)}…`),
  );
}

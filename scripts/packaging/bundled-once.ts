import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { projectFolder } from '../project-folder.ts';
import { packageFolderOf } from './sbom.ts';

/** A file of the built page, and the source files whose code is in it, as paths from the project's folder. */
export interface BuiltFile {
  readonly name: string;
  readonly sources: readonly string[];
}

/** What the page ships twice: a source in two of its files, or a package out of two folders; empty when nothing. */
export function shippedTwice(built: readonly BuiltFile[]): string[] {
  const fileOf = new Map<string, string>();
  const folderOf = new Map<string, string>();
  const found = new Set<string>();
  for (const { name, sources } of built) {
    for (const source of sources) {
      const other = fileOf.get(source);
      if (other !== undefined && other !== name) found.add(`${source} is in ${other} and in ${name}`);
      fileOf.set(source, name);
      const folder = packageFolderOf(source);
      if (folder === null) continue;
      const packageName = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const otherFolder = folderOf.get(packageName);
      if (otherFolder !== undefined && otherFolder !== folder)
        found.add(`${packageName} comes from ${otherFolder} and from ${folder}`);
      folderOf.set(packageName, folder);
    }
  }
  return [...found];
}

/** The files of the built page, by their source maps. */
export async function builtPage(): Promise<BuiltFile[]> {
  const assets = join(projectFolder, 'out', 'renderer', 'assets');
  const maps = (await readdir(assets)).filter((name) => name.endsWith('.map'));
  return Promise.all(
    maps.map(async (name) => {
      const map: { sources: string[] } = JSON.parse(await readFile(join(assets, name), 'utf8'));
      const sources = map.sources.map((source) =>
        relative(projectFolder, resolve(dirname(join(assets, name)), source))
          .split(sep)
          .join('/'),
      );
      return { name: name.slice(0, -'.map'.length), sources };
    }),
  );
}

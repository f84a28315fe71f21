import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { Source } from './layers/imports.ts';
import { findViolations } from './layers/violations.ts';
import { projectFolder } from './project-folder.ts';

// node scripts/check-layers.ts [FOLDER OF A PROJECT]
const checkedFolders = ['main', 'preload', 'renderer', 'shared', 'scripts', 'test'];

const project = resolve(process.argv[2] ?? projectFolder);
const sources = (await Promise.all(checkedFolders.map(readSources))).flat();
const violations = findViolations(sources, (path) => existsSync(join(project, path)));
for (const { rule, message } of violations) console.log(`${rule}: ${message}`);
console.log(`${sources.length} files, ${violations.length} violations of the layer rules.`);
// No file at all means that the wrong folder was checked, which must not look like success.
process.exitCode = violations.length === 0 && sources.length > 0 ? 0 : 1;

async function readSources(folder: string): Promise<Source[]> {
  const entries = await readdir(join(project, folder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const files = entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name));
  return Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      return { path: relative(project, file).split(sep).join('/'), text: await readFile(file, 'utf8') };
    }),
  );
}

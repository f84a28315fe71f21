import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { projectFolder } from './project-folder.ts';
import { privateWordsIn } from './words/violations.ts';

// node scripts/check-words.ts [FOLDER OF A PROJECT]
const checkedFolders = ['main', 'preload', 'renderer', 'shared', 'scripts', 'test'];

const project = resolve(process.argv[2] ?? projectFolder);
let files = 0;
let violations = 0;
for (const folder of checkedFolders) {
  const entries = await readdir(join(project, folder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  for (const entry of entries) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(project, file).split(sep).join('/');
    files += 1;
    for (const message of privateWordsIn({ path, text: await readFile(file, 'utf8') })) {
      violations += 1;
      console.log(message);
    }
  }
}
console.log(`${files} files, ${violations} private words.`);
// No file at all means that the wrong folder was checked, which must not look like success.
process.exitCode = violations === 0 && files > 0 ? 0 : 1;

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { projectFolder } from './project-folder.ts';

// node scripts/bundle-verifier.ts [FILE]: the page that checks records, in one file that needs nothing else.
const target = resolve(process.argv[2] ?? join(projectFolder, 'docs/verify-record.html'));
const built = await build({
  root: projectFolder,
  configFile: false,
  logLevel: 'warn',
  build: {
    write: false,
    target: 'es2022',
    minify: true,
    rolldownOptions: {
      input: join(projectFolder, 'renderer/verifier/verifier.ts'),
      output: { format: 'iife', codeSplitting: false },
    },
  },
});
const [output] = Array.isArray(built) ? built : [built];
const code = output && 'output' in output ? output.output[0].code : '';
// What ends a script element must not stand in one.
const script = code.replaceAll('</script', '<\\/script').trim();
const hash = createHash('sha256').update(script).digest('base64');
const page = await readFile(join(projectFolder, 'renderer/verifier/page.html'), 'utf8');
await writeFile(
  target,
  page.replace('%SCRIPT_HASH%', `sha256-${hash}`).replace('"%SCRIPT%";', () => script),
);

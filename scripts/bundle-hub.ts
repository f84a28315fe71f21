import { join, resolve } from 'node:path';
import { build } from 'vite';
import { projectFolder } from './project-folder.ts';

// npm run hub:bundle [-- DIR]: the hub and all that it is made of in one file, for a server that has Node and nothing else.
const folder = resolve(process.argv[2] ?? join(projectFolder, 'dist/hub'));
await build({
  root: projectFolder,
  configFile: false,
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    ssr: join(projectFolder, 'main/hub/index.ts'),
    target: 'node22',
    outDir: folder,
    emptyOutDir: false,
    rolldownOptions: { output: { format: 'es', entryFileNames: 'hub.mjs', codeSplitting: false } },
  },
});
console.log(`${join(folder, 'hub.mjs')} is the hub: node hub.mjs --config FILE`);

import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { viewerBesideWindow } from './scripts/build-viewer.ts';

const fromHere = (path: string): string => resolve(import.meta.dirname, path);

// Everything but the native database is bundled, so that packaging ships each dependency once.
const nativePackages = ['better-sqlite3'];

export default defineConfig({
  main: {
    build: {
      minify: true,
      // Electron 33 of the fallback runtime has Node 20; Electron 45 runs the same output.
      target: 'node20',
      externalizeDeps: false,
      sourcemap: true,
      rolldownOptions: {
        input: {
          index: fromHere('main/index.ts'),
          engine: fromHere('main/engine/index.ts'),
          'checkpoint-worker': fromHere('main/engine/store/checkpoint-worker.ts'),
          'history-worker': fromHere('main/engine/features/history/aside-worker.ts'),
          'prepare-worker': fromHere('main/engine/store/prepare-worker.ts'),
          'record-worker': fromHere('main/engine/features/custody/record-worker.ts'),
        },
        external: nativePackages,
        transform: { inject: { FormData: [fromHere('shared/base/no-forms.ts'), 'NoForms'] } },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      target: 'node20',
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: fromHere('preload/index.ts') },
        // A sandboxed preload is one CommonJS file: it can require nothing but electron.
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: fromHere('renderer'),
    plugins: [react(), viewerBesideWindow(import.meta.dirname)],
    build: {
      target: 'chrome130',
      // The page is read anew at every start.
      minify: true,
      // Not shipped: tells the list of what is (scripts/packaging/sbom.ts) whose code the page contains.
      sourcemap: 'hidden',
      rolldownOptions: {
        input: fromHere('renderer/index.html'),
        output: {
          // One file for the first screen and one for the rest: every file is asked of main, one after the other.
          codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }, { name: 'rest' }] },
        },
      },
    },
  },
});

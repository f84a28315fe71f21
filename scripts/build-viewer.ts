import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'vite';

/** What pdf.js reads while it works: how letters of East Asia are written, the fonts every reader has, and decoders of pictures. */
const ofPdfReader = [
  'cmaps',
  'standard_fonts',
  ...['jbig2.wasm', 'openjpeg.wasm', 'qcms_bg.wasm'].map((name) => `wasm/${name}`),
  ...['JBIG2', 'OPENJPEG', 'PDFJS_JBIG2', 'PDFJS_OPENJPEG', 'PDFJS_QCMS', 'QCMS'].map(
    (name) => `wasm/LICENSE_${name}`,
  ),
];

/** Builds the viewer after the window: a page of its own, which shares no file with the window's, and its preload. */
export const viewerBesideWindow = (projectFolder: string): Plugin => ({
  name: 'viewer-beside-window',
  apply: 'build',
  closeBundle: () => buildViewer(projectFolder),
});

async function buildViewer(projectFolder: string): Promise<void> {
  const out = join(projectFolder, 'out');
  const root = join(projectFolder, 'renderer', 'viewer');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      outDir: join(out, 'viewer'),
      emptyOutDir: true,
      target: 'chrome130',
      minify: true,
      modulePreload: false,
      sourcemap: 'hidden',
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: {
        input: { viewer: join(root, 'viewer.html'), 'pdf-worker': join(root, 'pdf-worker.ts') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  await build({
    configFile: false,
    root: projectFolder,
    logLevel: 'warn',
    build: {
      outDir: join(out, 'preload'),
      emptyOutDir: false,
      target: 'chrome130',
      rolldownOptions: {
        input: join(projectFolder, 'preload', 'viewer.ts'),
        external: ['electron'],
        output: { format: 'cjs', codeSplitting: false, entryFileNames: '[name].cjs' },
      },
    },
  });
  const reader = dirname(
    createRequire(join(projectFolder, 'package.json')).resolve('pdfjs-dist/package.json'),
  );
  for (const part of ofPdfReader) {
    await cp(join(reader, part), join(out, 'viewer', part), { recursive: true });
  }
}

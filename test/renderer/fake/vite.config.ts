import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The window on a made-up firm, for looking at it: `npx vite test/renderer/fake`. Never shipped. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  build: { target: 'es2022', emptyOutDir: true, modulePreload: false, chunkSizeWarningLimit: 2_000 },
  server: { host: '127.0.0.1' },
});

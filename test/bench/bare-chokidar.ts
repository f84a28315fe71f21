import { watch } from 'chokidar';

/** A process that does nothing but watch: says how many milliseconds it took to be ready. */
const root = process.argv[2] ?? '';
const startedAt = performance.now();
watch(root, { followSymlinks: false, ignorePermissionErrors: true })
  .on('add', () => {})
  .on('change', () => {})
  .on('unlink', () => {})
  .on('ready', () => process.send?.(performance.now() - startedAt));
process.once('disconnect', () => process.exit());

// What `electron FOLDER` does in the official runtime: it runs the app in the folder named on the command line.
// The import is awaited at top level because Electron delays `ready` until its entry module has been evaluated.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });

// `-r FILE` comes first, as there: whoever drives the app (Playwright) is heard before the app begins.
if (process.argv[1] === '-r') {
  const [file] = process.argv.splice(1, 2).slice(1);
  createRequire(import.meta.url)(resolve(file));
}

const named = process.argv.slice(1).find((argument) => !argument.startsWith('-'));
if (named === undefined) {
  console.error('Name the folder of the app to run.');
  process.exit(1);
}

const folder = resolve(named);
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
app.setName(manifest.productName ?? manifest.name);
app.setVersion(manifest.version);
app.setDesktopName(manifest.desktopName ?? `${app.name}.desktop`);
app.setAppPath(folder);

try {
  await import(pathToFileURL(join(folder, manifest.main)).href);
} catch (error) {
  console.error(error);
  app.exit(1);
}

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../../scripts/project-folder.ts';

const read = (file: string): Promise<string> => readFile(join(projectFolder, file), 'utf8');
const reference = /`(test\/[\w./-]+)` “([^”]+)”/g;

test('every test that docs/security.md names exists under that name', async () => {
  const named = [...(await read('docs/security.md')).matchAll(reference)];
  expect(named.length).toBeGreaterThan(45);
  const missing: string[] = [];
  for (const [whole, file = '', title = ''] of named) {
    const code = await read(file).catch(() => '');
    if (!code.includes(`'${title}'`)) missing.push(whole);
  }
  expect(missing).toEqual([]);
});

test('each threat and each of the twenty items has a test', async () => {
  const text = await read('docs/security.md');
  const threats = text.split(/^### /m).slice(1);
  const items = text.split('\n').filter((line) => /^\| \d+ \|/.test(line));
  expect(threats).toHaveLength(13);
  expect(items.map((line) => Number(line.split('|')[1]))).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 1),
  );
  expect([...threats, ...items].filter((part) => !part.match(reference))).toEqual([]);
});

test('no source turns on features of Blink or turns off a protection', async () => {
  const forbidden =
    /enableBlinkFeatures|experimentalFeatures|allowRunningInsecureContent|enable-features|disable-web-security|nodeIntegrationInWorker|no-sandbox|webSecurity: false|sandbox: false|contextIsolation: false|nodeIntegration: true/;
  for (const folder of ['main', 'preload', 'renderer', 'shared']) {
    for (const name of await readdir(join(projectFolder, folder), { recursive: true })) {
      if (!/\.(tsx?|html)$/.test(name)) continue;
      expect([name, forbidden.exec(await read(join(folder, name)))?.[0]]).toEqual([name, undefined]);
    }
  }
});

test('the Electron that is packaged is the pinned one, of the newest major version the project has moved to', async () => {
  const { devDependencies } = JSON.parse(await read('package.json'));
  const lock = JSON.parse(await read('package-lock.json'));
  expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
  expect(lock.packages['node_modules/electron'].version).toBe(devDependencies.electron);
  expect(Number.parseInt(devDependencies.electron, 10)).toBeGreaterThanOrEqual(45);
  expect(await read('electron-builder.yml')).not.toMatch(/electronVersion|electronDist|electronDownload/);
});

test('what electron-builder.yml points at is there, and it registers the scheme the program listens for and no kind of file', async () => {
  const configuration = await read('electron-builder.yml');
  const named = [...configuration.matchAll(/(?<=: )(?:build|scripts)\/[\w./-]+/g)].map(([path]) => path);
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((path) => !existsSync(join(projectFolder, path)))).toEqual([]);
  // No kind of file is opened by it: documents belong to the programs they were written with.
  expect(configuration).not.toContain('fileAssociations');
  const code = await read('main/sign-in/deep-link.ts');
  const scheme = /callbackScheme = '([^']+)'/.exec(code)?.[1] ?? 'none';
  expect(configuration).toContain(`schemes: [${scheme}]`);
});

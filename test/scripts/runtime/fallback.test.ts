import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { extractFile } from '@electron/asar';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { ensureFallback, type FallbackSource, fallbackFits } from '../../../scripts/runtime/fallback.ts';

let folder: string;
let cache: string;
let source: FallbackSource;
let fetches: number;

// An executable with nothing in it but the place where Electron keeps its fuses: a mark, a version, a count and one
// digit for each, of which the fourth is EnableNodeCliInspectArguments, the seventh LoadBrowserProcessSpecificV8Snapshot.
const executableWith = (fuses: string): string =>
  `head dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0008${fuses} tail`;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matterline-runtime-'));
  cache = join(folder, 'cache');
  fetches = 0;
  const archive = join(folder, 'App.zip');
  const sha256 = await writeArchive(archive);
  const defaultApp = join(folder, 'default-app');
  await mkdir(defaultApp);
  await writeFile(join(defaultApp, 'package.json'), '{"main":"main.js"}');
  await writeFile(join(defaultApp, 'main.js'), 'run();');
  source = {
    runtime: { electronVersion: '33.2.1', archive: 'App.zip', sha256, application: 'App' },
    fetchInto: async (target) => {
      fetches += 1;
      await copyFile(archive, join(target, 'App.zip'));
      return undefined;
    },
    defaultApp,
  };
});
afterEach(() => rm(folder, { recursive: true }));

test('the runtime is set up without the application that came with it, and runs ours', async () => {
  const outcome = await ensureFallback(source, cache);
  if (outcome.kind === 'failed') throw new Error(outcome.reason);

  const runtime = dirname(outcome.executablePath);
  expect((await readdir(runtime, { recursive: true })).toSorted()).toEqual([
    'electron',
    'libffmpeg.so',
    'resources',
    'resources/default_app.asar',
    'version',
  ]);
  expect(await readFile(join(runtime, 'version'), 'utf8')).toBe('33.2.1');
  expect((await stat(outcome.executablePath)).mode & 0o111).toBe(0o111);
  expect(extractFile(join(runtime, 'resources', 'default_app.asar'), 'main.js').toString()).toBe('run();');
  expect(await readFile(outcome.executablePath, 'utf8')).toBe(executableWith('00010000'));
});

test('it is fetched once and then found in the cache, where nothing else is left behind', async () => {
  const first = await ensureFallback(source, cache);
  expect(await ensureFallback(source, cache)).toEqual(first);
  expect(fetches).toBe(1);
  expect(await readdir(cache)).toHaveLength(1);
});

test('two runs that set it up at the same time both get it', async () => {
  const outcomes = await Promise.all([ensureFallback(source, cache), ensureFallback(source, cache)]);
  expect(outcomes[0]).toEqual(outcomes[1]);
  expect(outcomes[0]?.kind).toBe('ready');
  expect(await readdir(cache)).toHaveLength(1);
});

test('an archive with another hash is refused and nothing of it is kept', async () => {
  const outcome = await ensureFallback(
    { ...source, runtime: { ...source.runtime, sha256: '0'.repeat(64) } },
    cache,
  );
  expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining(source.runtime.sha256) });
  expect(await readdir(cache)).toEqual([]);
});

test('a fetch that fails says why and leaves nothing behind', async () => {
  const outcome = await ensureFallback({ ...source, fetchInto: async () => 'no network' }, cache);
  expect(outcome).toEqual({ kind: 'failed', reason: 'no network' });
  expect(await readdir(cache)).toEqual([]);
});

test('a change of the app that starts ours sets the runtime up anew', async () => {
  const before = await ensureFallback(source, cache);
  await writeFile(join(source.defaultApp, 'main.js'), 'runBetter();');
  expect(await ensureFallback(source, cache)).not.toEqual(before);
  expect(fetches).toBe(2);
});

test('it is offered on the one platform it was built for', () => {
  expect(fallbackFits('linux', 'x64')).toBe(true);
  expect(fallbackFits('linux', 'arm64')).toBe(false);
  expect(fallbackFits('darwin', 'x64')).toBe(false);
  expect(fallbackFits('win32', 'x64')).toBe(false);
});

async function writeArchive(path: string): Promise<string> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(executableWith('00000010')), 'App/App', { mode: 0o100755 });
  zip.addBuffer(Buffer.from('library'), 'App/libffmpeg.so', { mode: 0o100644 });
  zip.addBuffer(Buffer.from('snapshot'), 'App/browser_v8_context_snapshot.bin');
  zip.addBuffer(Buffer.from('update'), 'App/resources/app-update.yml');
  zip.addBuffer(Buffer.from('theirs'), 'App/resources/app/packages/index.js');
  zip.end();
  const bytes = await buffer(zip.outputStream);
  await writeFile(path, bytes);
  return createHash('sha256').update(bytes).digest('hex');
}

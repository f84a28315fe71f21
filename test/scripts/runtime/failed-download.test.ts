import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runtimeCacheFolder } from '../../../scripts/runtime/cache-folder.ts';
import { failedDownloadOf } from '../../../scripts/runtime/failed-download.ts';

const failedAt = Date.parse('2026-11-20T12:00:00Z');
let cache: string;

beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'matterline-cache-'));
});
afterEach(() => rm(cache, { recursive: true }));

test('a failed download is remembered for its version only', async () => {
  await failedDownloadOf('45.4.1', join(cache, 'not-there-yet')).record(failedAt);
  expect(await failedDownloadOf('45.4.1', join(cache, 'not-there-yet')).read()).toBe(failedAt);
  expect(await failedDownloadOf('45.4.2', join(cache, 'not-there-yet')).read()).toBeUndefined();
});

test('a download that worked is no longer remembered as failed', async () => {
  const failure = failedDownloadOf('45.4.1', cache);
  await failure.record(failedAt);
  await failure.forget();
  expect(await failure.read()).toBeUndefined();
});

test('a damaged note counts as none', async () => {
  await writeFile(join(cache, 'official-45.4.1-failed-at'), 'yesterday, I think');
  expect(await failedDownloadOf('45.4.1', cache).read()).toBeUndefined();
});

test('the cache follows XDG_CACHE_HOME when that is absolute, as the standard says', () => {
  expect(runtimeCacheFolder({ XDG_CACHE_HOME: cache })).toBe(join(cache, 'matterline', 'electron'));
  const home = runtimeCacheFolder({});
  expect(runtimeCacheFolder({ XDG_CACHE_HOME: 'relative/folder' })).toBe(home);
  expect(home).toMatch(/\.cache[\\/]matterline[\\/]electron$/);
});

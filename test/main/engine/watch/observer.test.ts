import { mkdirSync, mkdtempSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { isIgnored } from '../../../../main/engine/features/ignoring/ignore.ts';
import { Observer } from '../../../../main/engine/features/watch/observer.ts';
import type { WatchHandlers } from '../../../../main/engine/features/watch/watch-tree.ts';
import type { Files } from '../../../../main/engine/platform/files.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import type { LastLook } from '../../../../main/engine/store/links.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { lastLook } from '../../../support/last-look.ts';

/** The files are real and take their own time: `idle` waits until nothing is asked of them any more. */
function counted(files: Files) {
  let underWay = 0;
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const waiting =
    <Input extends unknown[], Answer>(ask: (...input: Input) => Promise<Answer>) =>
    async (...input: Input): Promise<Answer> => {
      underWay += 1;
      try {
        return await ask(...input);
      } finally {
        underWay -= 1;
      }
    };
  return {
    counted: {
      ...files,
      facts: waiting(files.facts),
      list: waiting(files.list),
      isShared: waiting(files.isShared),
    },
    async idle() {
      do await turn();
      while (underWay > 0);
    },
  };
}

/** A folder with three files that are known, and an observer on it. */
async function bench(stood: Partial<Files> & { isKnownUnread?: () => boolean } = {}) {
  const files = counted({ ...systemFiles, ...stood });
  const root = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  mkdirSync(join(root, 'Sub'));
  for (const name of ['Same', 'Edited', 'Sub/Gone']) writeFileSync(join(root, name), 'before');
  const known = new Map<string, LastLook>();
  for (const name of ['Same', 'Edited', 'Sub/Gone']) {
    const facts = await systemFiles.facts(join(root, name));
    if (facts) known.set(name, lastLook(facts));
  }
  const clock = new FakeClock();
  const reported: string[] = [];
  const failures: unknown[] = [];
  const watcher: { handlers: WatchHandlers | null; closed: boolean } = { handlers: null, closed: false };
  const observer = new Observer(
    {
      files: files.counted,
      clock,
      watchTree: (_root, handlers) => {
        watcher.handlers = handlers;
        return {
          close: async () => {
            watcher.closed = true;
          },
        };
      },
      known: () => {
        if (stood.isKnownUnread?.()) throw Object.assign(new Error('no'), { code: 'SQLITE_IOERR_READ' });
        return known;
      },
      leavesOut: (path, kind) => isIgnored(basename(path), kind),
      below: (path) => relative(root, path),
      absolute: (below) => join(root, below),
      onOther: (path) => reported.push(relative(root, path)),
      onDirectory: () => {},
      onPath: (path) => reported.push(relative(root, path)),
      onPassFailed: (failure) => failures.push(failure),
      onFailure: () => {},
      onUnlisted: () => {},
      onChange: () => {},
    },
    root,
  );
  await observer.open();
  const change = () => {
    writeFileSync(join(root, 'Edited'), 'after it');
    writeFileSync(join(root, 'New'), 'new');
    unlinkSync(join(root, 'Sub/Gone'));
    renameSync(join(root, 'Same'), join(root, 'Renamed'));
  };
  const changed = ['Edited', 'New', 'Renamed', 'Same', 'Sub/Gone'];
  const passes = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 500) {
      await clock.advance(500);
      await files.idle();
    }
  };
  return {
    clock,
    observer,
    watcher,
    reported,
    failures,
    change,
    changed,
    passes,
    /** What was reported, each once. */
    found: () => [...new Set(reported)].toSorted(),
    async [Symbol.asyncDispose]() {
      await observer.close();
      rmSync(root, { recursive: true });
    },
  };
}

test('without watches left, edits, new files, removals and renames are found by looking through the folder', async () => {
  await using place = await bench();
  place.watcher.handlers?.onFailure('ENOSPC');
  await expect.poll(() => place.observer.isReconciled).toBe(true);
  expect(place.reported).toEqual([]);
  expect(place.observer.rescanned).toMatchObject({ because: 'watch-limit', everySeconds: 10 });
  expect(place.watcher.closed).toBe(true);
  place.change();
  await place.passes(11_000);
  expect(place.found()).toEqual(place.changed);
});

test('a folder on a shared drive is looked through from the start', async () => {
  await using place = await bench({ isShared: async () => true });
  await expect.poll(() => place.observer.isReconciled).toBe(true);
  expect(place.watcher.handlers).toBeNull();
  expect(place.observer.rescanned).toMatchObject({ because: 'shared-drive' });
  place.change();
  await place.passes(11_000);
  expect(place.found()).toEqual(place.changed);
});

test('what a sleeping computer’s lost events would have told is found when it wakes', async () => {
  await using place = await bench();
  place.watcher.handlers?.onReady();
  place.reported.length = 0;
  place.change();
  place.observer.rescan();
  await expect.poll(() => place.reported.toSorted()).toEqual(place.changed);
});

test('events that the system lost are made up for by comparing everything from time to time', async () => {
  await using place = await bench();
  place.watcher.handlers?.onReady();
  place.reported.length = 0;
  place.change();
  await place.passes(20_000);
  expect(place.found()).toEqual(place.changed);
});

test('a directory that cannot be listed says nothing about what is in it', async () => {
  const list: Files['list'] = (path) =>
    path.endsWith('Sub')
      ? Promise.reject(Object.assign(new Error('no'), { code: 'EIO' }))
      : systemFiles.list(path);
  await using place = await bench({ list, isShared: async () => true });
  await expect.poll(() => place.observer.isReconciled).toBe(true);
  await place.passes(11_000);
  expect(place.reported).toEqual([]);
});

test('a computer that sleeps, or whose clock is set, during a look through a folder looks again as soon as ever', async () => {
  await using place = await bench({
    async list(path) {
      if (!place.observer.isReconciled) place.clock.set(place.clock.now() + 3_600_000);
      return systemFiles.list(path);
    },
  });
  place.watcher.handlers?.onFailure('ENOSPC');
  await expect.poll(() => place.observer.isReconciled).toBe(true);
  place.change();
  await place.passes(60_000);
  expect(place.found()).toEqual(place.changed);
});

test.each([
  { where: 'a watched folder', shared: false },
  { where: 'a folder that is looked through', shared: true },
])('$where goes on being observed after the list of known files could not be read', async ({ shared }) => {
  let isUnread = true;
  await using place = await bench({ isShared: async () => shared, isKnownUnread: () => isUnread });
  await expect.poll(() => place.failures.length).toBe(1);
  expect(place.observer.isFailing).toBe(true);
  isUnread = false;
  await place.passes(11_000);
  place.watcher.handlers?.onReady();
  await expect.poll(() => place.observer.isReconciled).toBe(true);
  expect(place.observer.isFailing).toBe(false);
  place.reported.length = 0;
  place.change();
  await place.passes(20_000);
  expect(place.found()).toEqual(place.changed);
});

test('the comparing from time to time goes on after one that failed', async () => {
  let isUnread = false;
  await using place = await bench({ isKnownUnread: () => isUnread });
  place.watcher.handlers?.onReady();
  isUnread = true;
  await place.passes(12_000);
  expect(place.failures.length).toBeGreaterThan(0);
  isUnread = false;
  place.reported.length = 0;
  place.change();
  await place.passes(30_000);
  expect(place.found()).toEqual(place.changed);
  expect(place.observer.isFailing).toBe(false);
});

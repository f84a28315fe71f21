import { expect, test } from 'vitest';
import { answeringFiles } from '../../../../main/engine/platform/answering-files.ts';
import { placesFor } from '../../../../main/engine/platform/drive.ts';
import type { Files } from '../../../../main/engine/platform/files.ts';
import { mountOfPath, mountsIn } from '../../../../main/engine/platform/mounts.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

/** Drives of which some do not answer: `under` counts what is under way on each. */
function drives(threads = 16) {
  const clock = new FakeClock();
  const dead = new Set<string>();
  const under = new Map<string, number>();
  let hung: (() => void)[] = [];
  const driveOf = (path: string) => path.split('/')[1] ?? '';
  const asked = async (path: string) => {
    const drive = driveOf(path);
    under.set(drive, (under.get(drive) ?? 0) + 1);
    if (dead.has(drive)) await new Promise<void>((resolve) => hung.push(resolve));
    under.set(drive, (under.get(drive) ?? 0) - 1);
  };
  const inner: Files = {
    ...systemFiles,
    facts: async (path) => {
      await asked(path);
      return null;
    },
    async *read(path) {
      await asked(path);
      yield Buffer.from('bytes');
      await asked(path);
    },
    writeNew: async (path, chunks) => {
      await asked(path);
      for await (const _ of chunks) await asked(path);
    },
    removeOwn: asked,
  };
  const files = answeringFiles(inner, {
    clock,
    mountOf: driveOf,
    home: '/home/own',
    places: placesFor(threads),
  });
  const wake = () => {
    dead.clear();
    for (const go of hung) go();
    hung = [];
  };
  return { clock, files, dead, under, wake };
}

const code = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (failure: { code: string }) => failure.code,
  );
async function readAll(files: Files, path: string): Promise<void> {
  for await (const _ of files.read(path));
}

test('of a drive that does not answer, a few calls wait and all return; nothing more is asked of it', async () => {
  const { clock, files, dead, under } = drives();
  dead.add('nas');
  const calls = Array.from({ length: 100 }, (_, index) => code(files.facts(`/nas/${index}`)));
  const reads = Array.from({ length: 20 }, () => code(readAll(files, '/nas/a')));
  const removals = Array.from({ length: 20 }, () => code(files.removeOwn('/nas/a')));
  await clock.advance(9_000);
  expect(under.get('nas')).toBeLessThanOrEqual(6);
  await clock.advance(60_000);
  expect(new Set(await Promise.all([...calls, ...reads, ...removals]))).toEqual(new Set(['ETIMEDOUT']));
  const before = under.get('nas');
  expect(await code(files.facts('/nas/later'))).toBe('ETIMEDOUT');
  expect(under.get('nas')).toBe(before);
});

test('our own drive, and another one, answer while drives are dead', async () => {
  const { clock, files, dead, under } = drives();
  dead.add('nas').add('old');
  for (let index = 0; index < 50; index += 1) {
    void code(files.facts(`/nas/${index}`));
    void code(files.facts(`/old/${index}`));
    void code(files.removeOwn(`/old/${index}`));
  }
  await clock.advance(0);
  const here = Array.from({ length: 200 }, (_, index) => code(files.facts(`/home/${index}`)));
  expect(new Set(await Promise.all(here))).toEqual(new Set(['answered']));
  expect(await code(files.facts('/usb/a'))).toBe('answered');
  expect((under.get('nas') ?? 0) + (under.get('old') ?? 0)).toBeLessThanOrEqual(14);
});

test('with few threads, some are never for drives that may be dead', async () => {
  const { clock, files, dead, under } = drives(4);
  for (const drive of ['a', 'b', 'c']) dead.add(drive);
  for (const drive of dead)
    for (let index = 0; index < 9; index += 1) void code(files.facts(`/${drive}/${index}`));
  await clock.advance(1_000);
  expect([...under.values()].reduce((sum, count) => sum + count)).toBe(2);
});

test('a drive that answers late answers again', async () => {
  const { clock, files, dead, wake } = drives();
  dead.add('nas');
  const first = code(files.facts('/nas/a'));
  await clock.advance(10_000);
  expect(await first).toBe('ETIMEDOUT');
  wake();
  await clock.advance(0);
  expect(await code(files.facts('/nas/a'))).toBe('answered');
  expect(await code(readAll(files, '/nas/a'))).toBe('answered');
});

test('where what was asked never returns, one call in a minute tries again', async () => {
  const { clock, files, dead, under } = drives();
  dead.add('nas');
  void code(files.facts('/nas/a'));
  await clock.advance(10_000);
  dead.clear();
  expect(await code(files.facts('/nas/a'))).toBe('ETIMEDOUT');
  await clock.advance(60_000);
  expect(await code(files.facts('/nas/a'))).toBe('answered');
  expect(under.get('nas')).toBe(1);
  expect(await code(files.facts('/nas/a'))).toBe('answered');
});

test('a long copy to a slow drive is late only when it gets no further', async () => {
  const { clock, files, dead } = drives();
  const slowly = async function* () {
    for (let piece = 0; piece < 20; piece += 1) {
      await clock.sleep(60_000);
      yield Buffer.from('piece');
    }
    dead.add('nas');
    yield Buffer.from('last');
  };
  const copied = code(files.writeNew('/nas/a', slowly()));
  let end: string | null = null;
  void copied.then((how) => (end = how));
  await clock.advance(20 * 60_000);
  expect(end).toBeNull();
  await clock.advance(11 * 60_000);
  expect(end).toBe('ETIMEDOUT');
});

test('what lies on the same drive is told from Linux’s own list', () => {
  const mounts = mountsIn(
    [
      '27 1 8:1 / / rw shared:1 - ext4 /dev/sda1 rw',
      '30 27 0:40 / /mnt/firm\\040files rw - nfs4 server:/files rw',
      '31 27 0:41 / /mnt/usb rw - vfat /dev/sdb1 rw',
      '32 31 0:42 / /mnt/usb rw - cifs //server/share rw',
      '',
    ].join('\n'),
  );
  expect(mountOfPath(mounts, '/home/dana/Matters')).toBe('27');
  expect(mountOfPath(mounts, '/mnt/firm files/Okafor')).toBe('30');
  expect(mountOfPath(mounts, '/mnt/firm files 2')).toBe('27');
  expect(mountOfPath(mounts, '/mnt/usb')).toBe('32');
  expect(mountOfPath([], '/mnt/usb')).toBe('');
});

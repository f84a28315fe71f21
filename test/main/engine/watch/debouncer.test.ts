import { expect, test } from 'vitest';
import { Debouncer, whileCopied } from '../../../../main/engine/features/settling/debounce.ts';
import { fingerprintOf } from '../../../../main/engine/features/settling/fingerprint.ts';
import type { FileFacts } from '../../../../main/engine/platform/files.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

function bench() {
  const clock = new FakeClock();
  const files = new Map<string, FileFacts>();
  const settled: { path: string; size: number | null; at: number }[] = [];
  const start = clock.now();
  const debouncer = new Debouncer({
    clock,
    facts: async (path) => files.get(path) ?? null,
    onSettled: (path, facts) => settled.push({ path, size: facts?.size ?? null, at: clock.now() - start }),
  });
  let stamp = 0;
  const write = (path: string, size: number) => {
    stamp += 1;
    files.set(path, { kind: 'file', size, modified: '1', changed: String(stamp), inode: 'i' });
    debouncer.touch(path);
  };
  return { clock, files, settled, debouncer, write };
}

test('a small file written at once settles within half a second', async () => {
  const { clock, settled, write } = bench();
  write('a', 50_000);
  await clock.advance(500);
  expect(settled).toMatchObject([{ path: 'a', size: 50_000 }]);
});

test('a file written in bursts settles once, after the last of them', async () => {
  const { clock, settled, write } = bench();
  for (let burst = 1; burst <= 20; burst += 1) {
    write('a', burst * 1000);
    await clock.advance(150);
  }
  expect(settled).toEqual([]);
  await clock.advance(1000);
  expect(settled).toMatchObject([{ path: 'a', size: 20_000 }]);
});

test('a file that changes without any event is not taken before two looks agree', async () => {
  const { clock, files, settled, write } = bench();
  write('a', 1000);
  await clock.advance(250);
  files.set('a', { kind: 'file', size: 1000, modified: '1', changed: '999', inode: 'i' });
  await clock.advance(60);
  expect(settled).toEqual([]);
  await clock.advance(1000);
  expect(settled).toHaveLength(1);
});

test('what is big settles sooner than it has been quiet for, and is copied for the rest of that time', async () => {
  const { clock, settled, write } = bench();
  const size = 1024 ** 3;
  write('a', size);
  await clock.advance(5000);
  expect(settled).toHaveLength(1);
  expect((settled[0]?.at ?? 0) + whileCopied(size)).toBeGreaterThan(1700);
  expect(whileCopied(50_000)).toBe(0);
});

test('a file truncated to nothing waits for its content', async () => {
  const { clock, settled, write } = bench();
  write('a', 0);
  await clock.advance(800);
  expect(settled).toEqual([]);
  write('a', 5000);
  await clock.advance(2000);
  expect(settled).toMatchObject([{ size: 5000 }]);
});

test.each(['by an event alone', 'by a look of the watcher'])(
  'a file truncated to nothing waits two seconds for its content, noticed %s',
  async (how) => {
    const { clock, files, settled, debouncer, write } = bench();
    write('a', 0);
    const facts = files.get('a');
    if (facts && how === 'by a look of the watcher')
      debouncer.touchSeen('a', { size: 0, fingerprint: fingerprintOf(facts) });
    await clock.advance(1_900);
    expect(settled).toEqual([]);
    write('a', 5_000);
    await clock.advance(1_000);
    expect(settled).toMatchObject([{ size: 5_000 }]);
  },
);

test('a file that is gone is reported as gone', async () => {
  const { clock, files, settled, debouncer, write } = bench();
  write('a', 1000);
  files.delete('a');
  debouncer.touch('a');
  await clock.advance(1000);
  expect(settled).toMatchObject([{ path: 'a', size: null }]);
});

test('nothing settles after stopping', async () => {
  const { clock, settled, debouncer, write } = bench();
  write('a', 1000);
  debouncer.stop();
  await clock.advance(5000);
  expect(settled).toEqual([]);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { follow, live } from '../../../renderer/conversation/follow.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function* stream(...values: number[]) {
  yield* values;
}

it('a stream that ends is asked for again', async () => {
  const seen: number[] = [];
  const end = new AbortController();
  let asked = 0;
  const done = follow(
    async () => {
      asked += 1;
      return stream(asked);
    },
    (value) => {
      seen.push(value);
      if (value === 3) end.abort();
    },
    end.signal,
  );
  await vi.runAllTimersAsync();
  await done;
  expect(seen).toEqual([1, 2, 3]);
});

it('a stream that fails is asked for again, less and less often', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const end = new AbortController();
  const times: number[] = [];
  const done = follow(
    async () => {
      times.push(Date.now());
      throw new Error('gone');
    },
    () => {},
    end.signal,
  );
  await vi.advanceTimersByTimeAsync(20_000);
  end.abort();
  await done;
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(pauses.slice(0, 5)).toEqual([100, 500, 2_000, 5_000, 5_000]);
});

it('whoever listens hears the newest value', async () => {
  const end = new AbortController();
  const value = live(async () => stream(1, 2), end.signal);
  const heard: (number | null)[] = [];
  value.listen(() => heard.push(value.current()));
  expect(value.current()).toBeNull();
  await vi.advanceTimersByTimeAsync(0);
  end.abort();
  expect(heard).toEqual([1, 2]);
});

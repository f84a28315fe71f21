import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { ready } from '../../../main/window/ready.ts';

/** A clock that rings when it is told to. */
function opened() {
  const timers: { at: number; ring: () => void }[] = [];
  let now = 0;
  const window = new EventEmitter();
  const page = new EventEmitter();
  let shown: string | null = null;
  void ready(window, page, {
    timer(ms, ring) {
      timers.push({ at: now + ms, ring });
      return { cancel() {} };
    },
  }).then((how) => {
    shown = how;
  });
  return {
    window,
    page,
    async after(ms: number) {
      now += ms;
      for (const { at, ring } of timers) if (at <= now) ring();
      await Promise.resolve();
      return shown;
    },
  };
}

test('a window is shown as soon as it is painted', async () => {
  const { window, after } = opened();
  expect(await after(100)).toBeNull();
  window.emit('ready-to-show');
  expect(await after(0)).toBe('painted');
});

test('a window whose painting is never told is shown a moment after its page was loaded, or could not be', async () => {
  for (const event of ['did-finish-load', 'did-fail-load']) {
    const { page, after } = opened();
    page.emit(event);
    expect(await after(1_000)).toBeNull();
    expect(await after(1_000)).toBe('loaded');
  }
});

test('a window of which nothing at all is told is shown all the same', async () => {
  const { after } = opened();
  expect(await after(14_000)).toBeNull();
  expect(await after(2_000)).toBe('late');
});

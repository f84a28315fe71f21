import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { endHangs } from '../../../main/window/hangs.ts';

function hanging() {
  const window = new EventEmitter();
  const end = vi.fn<() => void>();
  const rings = new Set<() => void>();
  endHangs(
    window,
    {
      timer(_ms, ring) {
        rings.add(ring);
        return { cancel: () => void rings.delete(ring) };
      },
    },
    end,
  );
  return { window, end, later: () => [...rings].forEach((ring) => ring()) };
}

test('a page that hangs is ended after a while, once', () => {
  const { window, end, later } = hanging();
  window.emit('unresponsive');
  window.emit('unresponsive');
  expect(end).not.toHaveBeenCalled();
  later();
  expect(end).toHaveBeenCalledTimes(1);
});

test('one that comes back, or whose window is closed, is left alone', () => {
  for (const event of ['responsive', 'closed']) {
    const { window, end, later } = hanging();
    window.emit('unresponsive');
    window.emit(event);
    later();
    expect(end).not.toHaveBeenCalled();
  }
});

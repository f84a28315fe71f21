import { expect, test } from 'vitest';
import { placementIn, placeWindow } from '../../../main/window/placement.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1040 };
const second = { x: 1920, y: 0, width: 1920, height: 1040 };
const kept = (x: number, y: number, width = 1000, height = 700) => ({
  bounds: { x, y, width, height },
  maximized: false,
});

test('the first window is placed by the system', () => {
  expect(placeWindow(null, [screen])).toEqual({ bounds: { width: 1280, height: 820 }, maximized: false });
});

test('a window comes back where it was left', () => {
  expect(placeWindow(kept(2000, 50), [screen, second]).bounds).toEqual({
    x: 2000,
    y: 50,
    width: 1000,
    height: 700,
  });
  expect(placeWindow({ ...kept(10, 10), maximized: true }, [screen]).maximized).toBe(true);
});

test.each([
  ['on a screen that is gone', kept(2000, 50)],
  ['above every screen', kept(100, -200)],
  ['below every screen', kept(100, 1030)],
  ['almost wholly to the left', kept(-950, 100)],
])('a window left %s keeps its size, and the system places it', (_where, settings) => {
  expect(placeWindow(settings, [screen]).bounds).toEqual({ width: 1000, height: 700 });
});

test('a window is never smaller than its least size', () => {
  expect(placeWindow(kept(0, 0, 10, 10), [screen]).bounds).toEqual({ x: 0, y: 0, width: 900, height: 600 });
});

test('where it was left is read out of the text of the settings, as the settings say it', () => {
  const left = { bounds: { x: 1, y: -2, width: 1000, height: 700 }, maximized: true };
  expect(placementIn(JSON.stringify({ window: { ...left, more: 1 }, locked: false }))).toEqual(left);
});

test.each([
  '',
  '{',
  'null',
  '{}',
  '{"window":null}',
  '{"window":{"bounds":{"x":1,"y":2,"width":"3","height":4},"maximized":false}}',
  '{"window":{"bounds":{"x":1,"y":2,"width":3.5,"height":4},"maximized":false}}',
  '{"window":{"bounds":{"x":1,"y":2,"width":3,"height":4}}}',
])('settings that make no sense say nothing of it: %s', (settings) => {
  expect(placementIn(settings)).toBeNull();
});

import { expect, test } from 'vitest';
import { isOurPage } from '../../../main/conversation/sender.ts';

const origin = 'app://matterline';
const known = new Set([7]);
const ours = { webContentsId: 7, frame: { origin, isMainFrame: true } };

test('the main frame of our page in our window may speak', () => {
  expect(isOurPage(ours, origin, known)).toBe(true);
});

test.each([
  ['another window', { ...ours, webContentsId: 8 }],
  ['a frame that is gone', { ...ours, frame: null }],
  ['a frame inside the page', { ...ours, frame: { origin, isMainFrame: false } }],
  ['a page from the network', { ...ours, frame: { origin: 'https://example.com', isMainFrame: true } }],
  [
    'an origin that only begins like ours',
    { ...ours, frame: { origin: 'app://matterline.evil', isMainFrame: true } },
  ],
  ['an opaque origin', { ...ours, frame: { origin: 'null', isMainFrame: true } }],
  ['a file', { ...ours, frame: { origin: 'file://', isMainFrame: true } }],
])('%s may not', (_who, sender) => {
  expect(isOurPage(sender, origin, known)).toBe(false);
});

import { expect, test } from 'vitest';
import { withTold } from '../../../renderer/frame/toldNotices.ts';
import type { Notice } from '../../../renderer/words/adding.ts';

const said = (intent: Notice['intent'], title: string): Notice => ({ intent, title, lines: [] });
const titles = (told: readonly Notice[]) =>
  told.reduce<readonly Notice[]>(withTold, []).map(({ title }) => title);

test('an error stays until it is read, whatever is told later', () => {
  expect(
    titles([
      said('error', 'That was refused'),
      said('success', 'Copied'),
      said('error', 'And that'),
      said('info', 'Adding'),
    ]),
  ).toEqual(['That was refused', 'And that', 'Adding']);
});

test('of everything else the newest alone is shown, and the same error once', () => {
  expect(titles([said('success', 'Copied'), said('warning', 'Some were refused')])).toEqual([
    'Some were refused',
  ]);
  expect(titles([said('error', 'No room'), said('error', 'Refused'), said('error', 'No room')])).toEqual([
    'Refused',
    'No room',
  ]);
});

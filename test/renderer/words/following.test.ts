import { expect, it } from 'vitest';
import { followingLines } from '../../../renderer/words/following.ts';

const nothing = {
  open: 0,
  changed: 0,
  taken: 0,
  refused: 0,
  tooMany: 0,
  noWastebasket: 0,
  tooManyUpTo: 0,
  noWastebasketUpTo: 0,
};

it('says nothing where all is as in the service', () => {
  expect(followingLines(nothing)).toEqual({ tooMany: null, noWastebasket: null, waiting: null });
});

it('says what waits by itself, and for what', () => {
  expect(followingLines({ ...nothing, open: 1, changed: 2, taken: 1, refused: 1 }).waiting).toBe(
    'Changes wait: 1 open here, 2 not filed as here, 1 name taken, 1 name not possible',
  );
});

it('says what a person decides apart from that', () => {
  expect(followingLines({ ...nothing, tooMany: 54, noWastebasket: 1, open: 1 })).toEqual({
    tooMany: '54 documents renamed, moved or deleted',
    noWastebasket: '1 deleted, and no wastebasket here',
    waiting: 'Changes wait: 1 open here',
  });
});

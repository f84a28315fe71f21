import { expect, test } from 'vitest';
import { actionWords, recommended, waysOut } from '../../../renderer/problems/actionWords.ts';
import { problemSchema } from '../../../shared/model/index.ts';

const all = problemSchema.shape.actions.element.options;

test('of two versions, what covers nothing is recommended, and offered first', () => {
  const offered = ['file-on-top', 'file-separately', 'keep-unfiled', 'show-in-folder'] as const;
  expect(recommended(offered)).toBe('file-separately');
  expect(waysOut(offered)).toEqual(['file-separately', 'file-on-top', 'keep-unfiled']);
});

test('every button that decides what becomes of a document says its consequence before it is pressed', () => {
  const decidesNothing = ['retry', 'dismiss', 'show-in-folder'];
  const silent = all.filter((action) => actionWords[action].consequence === null);
  expect(silent.toSorted()).toEqual(decidesNothing.toSorted());
});

test('what cannot be taken back is asked about once more', () => {
  const asked = all.filter((action) => actionWords[action].ask !== null);
  expect(asked).toEqual(
    expect.arrayContaining(['file-on-top', 'keep-unfiled', 'file-all', 'keep-all-unfiled']),
  );
});

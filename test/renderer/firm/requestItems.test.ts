import { expect, test } from 'vitest';
import { type RequestPage, requestItems } from '../../../renderer/firm/requests/requestItems.ts';
import type { RequestView } from '../../../shared/model/index.ts';

const page = (state: RequestView['state'], count: number, total = count): RequestPage => ({
  rows: Array.from({ length: count }, (_, index) => ({ id: `${state} ${index}`, state }) as RequestView),
  total,
});
const none = page('done', 0);
const shownOf = (pages: Partial<Parameters<typeof requestItems>[0]>) =>
  requestItems({ problems: none, open: none, ended: none, drafts: [], ...pages }).map((item) =>
    item.kind === 'request' ? item.request.id : item.kind === 'heading' ? item.title : item.draft.id,
  );

test('what needs a person is listed first, however many requests are newer', () => {
  expect(shownOf({ problems: page('problem', 1), ended: page('done', 2, 5_000) })).toEqual([
    'Needs you',
    'problem 0',
    'Done and cancelled, the newest 2 of 5000',
    'done 0',
    'done 1',
  ]);
});

test('where not all of them are listed, the heading says so', () => {
  expect(shownOf({ problems: page('problem', 1, 3) })[0]).toBe('Needs you, the newest 1 of 3');
  expect(shownOf({})).toEqual([]);
});

test('a request that changed between two answers is listed once', () => {
  const problems = page('problem', 1);
  expect(shownOf({ problems, open: problems })).toEqual(['Needs you', 'problem 0']);
});

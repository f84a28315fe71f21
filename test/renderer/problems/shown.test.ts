import { expect, test } from 'vitest';
import { shownOf, whatCame } from '../../../renderer/problems/shown.ts';
import { fileIdSchema, matterIdSchema, type Problem } from '../../../shared/model/index.ts';

const conflict = (version: string): Problem => ({
  id: 'save:1',
  matterId: matterIdSchema.parse('m'),
  matterTitle: 'A matter',
  subject: 'Brief.docx',
  fileId: fileIdSchema.parse('f'),
  conflict: {
    mine: { savedAt: '2026-01-01T00:00:00.000Z', size: 1, version: 'save:1' },
    theirs: { who: 'Priya', filedAt: null, version },
  },
  what: 'what',
  why: 'why',
  next: 'next',
  since: '2026-01-01T00:00:00.000Z',
  nextTryAt: null,
  actions: ['file-on-top'],
});
const many = (count: number, last: number): Problem => ({
  ...conflict('v'),
  id: 'mass-change:1',
  conflict: null,
  gathered: { count, last },
});

test('“File mine on top?” is no question any more once another version than the one shown was filed', () => {
  const asked = shownOf(conflict('v5'));
  expect(asked).toEqual({ id: 'save:1', shown: 'v5', gathered: null });
  expect(whatCame(asked, shownOf(conflict('v5')))).toBeNull();
  expect(whatCame(asked, shownOf(conflict('v9')))).toContain('Another version was filed');
});

test('“File all” is no question any more once more documents changed than were shown', () => {
  const asked = shownOf(many(50, 1));
  expect(asked).toEqual({ id: 'mass-change:1', shown: null, gathered: { count: 50, last: 1 } });
  expect(whatCame(asked, shownOf(many(50, 1)))).toBeNull();
  expect(whatCame(asked, shownOf(many(5_000, 2)))).toContain('Other documents changed');
  expect(whatCame(asked, shownOf(many(50, 2)))).toContain('Other documents changed');
});

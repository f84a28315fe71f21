import { expect, test } from 'vitest';
import { newerVersion } from '../../../../main/engine/features/upload/problem-words.ts';

test.each([
  [1, 'It was filed on 2026-11-20, and is not part of your copy.'],
  [3, 'The newest was filed on 2026-11-20, and none of them is part of your copy.'],
])('whoever is asked about %d newer versions is told that their copy does not include them', (count, why) => {
  const problem = newerVersion('Brief.docx', ['Tobias Vale'], count, '2026-11-20');
  expect(problem.why).toBe(why);
  expect(problem.what).toMatch(/^Tobias Vale filed (a newer version|3 newer versions) of “Brief.docx”$/);
});

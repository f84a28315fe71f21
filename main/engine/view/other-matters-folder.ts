import { basename } from 'node:path';
import type { MatterId, Problem } from '../../../shared/model/index.ts';
import type { HealthIssue } from '../features/folders/health-issues.ts';

type Words = Pick<Problem, 'what' | 'why' | 'next'>;
type TitleOf = (matterId: MatterId) => string | null;

/** Of a directory below a matter's folder that is another matter's; null for one of another person, which is not named. */
export function holdsOtherMatters(path: string, other: MatterId | null, titleOf: TitleOf): Words {
  const name = basename(path);
  const title = other === null ? 'another person’s matter' : (titleOf(other) ?? 'another matter');
  return {
    what: `“${name}” is the folder of ${title}: nothing in it is filed here`,
    why: 'It was put into this matter’s folder. Its documents belong to the other matter, and what is filed cannot be taken back.',
    next: `Move it back to where it was: what was saved in it meanwhile is filed into ${title} then. If some of its documents belong to this matter, put them into a folder of this one.`,
  };
}

/** Of a matter's folder that is not in its place because it lies in another matter's; null when it does not. */
export function liesInOtherMatters(
  { matterId }: HealthIssue,
  all: readonly HealthIssue[],
  titleOf: TitleOf,
): Words | null {
  const found = all.find(
    ({ issue }) =>
      typeof issue === 'object' && issue.kind === 'other-matters-folder' && issue.code === matterId,
  );
  if (found?.path == null) return null;
  return {
    what: 'The matter’s folder lies in another matter’s folder',
    why: `It was moved: it is “${found.path}” in the folder of ${titleOf(found.matterId) ?? 'another matter'} now. What is saved in it is not filed, and nothing was removed from the service.`,
    next: 'Move it back to where it was; filing goes on by itself then, also of what was saved meanwhile.',
  };
}

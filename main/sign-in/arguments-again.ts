import { inBackground } from '../window/start-at-login.ts';
import { findDeepLink } from './deep-link.ts';

/** What the program is started with once more: as before, but for the link of a sign-in, and with its window. */
export function argumentsAgain([, ...before]: readonly string[], link: string | null): string[] {
  const others = before.filter((each) => each !== inBackground && findDeepLink(['', each]) === null);
  return link === null ? others : [...others, link];
}

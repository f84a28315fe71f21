import type { Notice } from '../words/adding.ts';

/** A notice, and the screen it was told on. */
export interface Told {
  readonly notice: Notice;
  readonly where: string;
}

/** Of what is no error, so many are shown at a time. */
const mostPassing = 3;

/**
 * What is shown once something more is told: errors, and what has to be read, stay until the person has dismissed each, oldest first; of everything else the
 * newest few. What is told again is shown once, and what is told later about the same thing instead of what was told before.
 * @param told null: there is nothing to tell, and what was told before is over
 */
export function withTold(shown: readonly Told[], told: Told | null): readonly Told[] {
  if (told === null) return shown.filter(isLasting);
  const others = shown.filter(
    (one) => !saysTheSame(one.notice, told.notice) && !isOutdated(one.notice, told.notice),
  );
  const passing = others.filter((one) => !isLasting(one));
  const room = isLasting(told) ? mostPassing : mostPassing - 1;
  return [...others.filter(isLasting), ...passing.slice(-room), told];
}

/** What belongs to a screen goes with it; errors, and what has to be read, stay wherever the person goes. */
export const stillOn = (shown: readonly Told[], where: string): readonly Told[] =>
  shown.every((one) => isLasting(one) || one.where === where)
    ? shown
    : shown.filter((one) => isLasting(one) || one.where === where);

/** For how long a notice is shown by itself, in milliseconds; null for one that stays until it is dismissed. */
export function staysFor({ intent, action, progress, onRead }: Notice): number | null {
  if (progress || onRead || intent === 'error' || intent === 'warning') return null;
  return action || intent === 'info' ? 7_000 : 5_000;
}

/** Errors, and what has to be read. */
const isLasting = ({ notice }: Told): boolean => notice.intent === 'error' || notice.onRead !== undefined;

const isOutdated = (one: Notice, other: Notice): boolean =>
  one.about !== undefined && one.about === other.about && one.intent !== 'error';

const saysTheSame = (one: Notice, other: Notice): boolean => keyOf(one) === keyOf(other);

/** What is said of two things is two notices, in the same words too. */
export const keyOf = ({ intent, title, lines, about = '' }: Notice): string =>
  [intent, about, title, ...lines].join('\n');

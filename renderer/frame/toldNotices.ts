import type { Notice } from '../words/adding.ts';

/**
 * What is shown once something more is told: errors stay until the person has dismissed each, oldest first; of everything else the
 * newest alone. An error that is told again is shown once.
 * @param told null: there is nothing to tell, and what was told before is over
 */
export function withTold(shown: readonly Notice[], told: Notice | null): readonly Notice[] {
  const errors = shown.filter((one) => one.intent === 'error');
  if (told === null) return errors;
  return [...errors.filter((one) => !saysTheSame(one, told)), told];
}

const saysTheSame = (one: Notice, other: Notice): boolean =>
  one.intent === other.intent && one.title === other.title && one.lines.join('\n') === other.lines.join('\n');

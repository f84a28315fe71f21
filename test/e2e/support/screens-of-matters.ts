import type { Screen } from '../../renderer/screen.ts';

/** Screens of the list of matters and of one matter: a file of tests of their own looks at them beside the others. */
export const isOfMatters = ({ name, hash = '/matters' }: Screen): boolean =>
  /^(?:matters|documents|timeline)/.test(name) && hash.startsWith('/matter');

import type { NavigationTarget, Problem } from '../../shared/model/index.ts';

/** Something the system shows while the person does not look at the window. */
export interface Notice {
  /** An urgent one keeps somebody from working on the wrong version, or all filing from going on. */
  readonly urgent: boolean;
  readonly title: string;
  readonly body: string;
  /** Where a click leads; null for the window as it is. */
  readonly lead: NavigationTarget | null;
}

/** What is new among the problems, the most pressing first. No name of a document or a matter: others may see the screen. */
export function noticesOf(fresh: readonly Problem[]): Notice[] {
  const opened = fresh.filter(({ changedWhileOpen }) => changedWhileOpen === true).length;
  const conflicts = fresh.filter(({ conflict }) => conflict !== null).length;
  const others = fresh.length - opened - conflicts;
  const lead: NavigationTarget = { to: 'problems' };
  return [
    ...(opened > 0 ? [{ ...openedWords(opened), urgent: true, lead }] : []),
    ...(conflicts > 0 ? [{ ...conflictWords(conflicts), urgent: true, lead }] : []),
    ...(others > 0 ? [{ ...problemWords(others), urgent: false, lead }] : []),
  ];
}

type Words = Pick<Notice, 'title' | 'body'>;

const openedWords = (howMany: number): Words => ({
  title:
    howMany === 1
      ? 'A document you have open was changed'
      : `${howMany} documents you have open were changed`,
  body: 'Another version was filed. Matterline shows whose it is, before you go on.',
});

const conflictWords = (howMany: number): Words => ({
  title:
    howMany === 1
      ? 'The service has another version of a document'
      : `The service has other versions of ${howMany} documents`,
  body: 'Matterline shows what is known of it, and asks what becomes of yours.',
});

const problemWords = (howMany: number): Words => ({
  title: howMany === 1 ? 'A problem needs you' : `${howMany} problems need you`,
  body: 'Matterline shows what happened and what to do.',
});

export const goesOnNotice: Notice = {
  urgent: false,
  title: 'Matterline goes on filing',
  body: 'Only its window is closed. Its icon in the notification area or menu bar opens it again, or quits it.',
  lead: null,
};

export const signInNotice: Notice = {
  urgent: true,
  title: 'Sign in to resume filing',
  body: 'Your saves are kept on this computer and wait for you to sign in.',
  lead: null,
};

/** `days` are whole ones left, 0 on the last day. */
export const signInSoonNotice = (days: number): Notice => ({
  urgent: false,
  title: 'Your sign-in ends soon',
  body: `Sign in again ${days === 0 ? 'today' : days === 1 ? 'by tomorrow' : `within ${days} days`}, so that filing goes on.`,
  lead: null,
});

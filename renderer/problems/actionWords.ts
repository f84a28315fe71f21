import type { Action } from './useProblemActions.ts';

interface ActionWords {
  readonly label: string;
  /** What follows from it, said beside the button before it is pressed; null where the label says all. */
  readonly consequence: string | null;
  /** Asked before it is done, with what follows from it; null where nothing speaks against doing it at once. */
  readonly ask: { readonly title: string; readonly words: string; readonly confirm: string } | null;
}

const atOnce = (label: string, consequence: string | null = null): ActionWords => ({
  label,
  consequence,
  ask: null,
});

export const actionWords: Record<Action, ActionWords> = {
  retry: atOnce('Try again'),
  dismiss: atOnce('Dismiss'),
  'show-in-folder': atOnce('Show in folder'),
  file: atOnce('File it', 'It is sent to the service as it is now.'),
  'file-separately': atOnce(
    'File mine as a separate document',
    'The service then has both, side by side. Nothing is covered.',
  ),
  'file-on-top': {
    label: 'File mine on top',
    consequence: 'Yours becomes the newest version; theirs stays in its history. The two are not merged.',
    ask: {
      title: 'File your version on top?',
      words:
        'Yours becomes the newest version of the document. The other one stays in its history, and changes in it that yours does not have are not merged.',
      confirm: 'File mine on top',
    },
  },
  'already-there': {
    label: 'It is already there',
    consequence: 'Nothing is sent: that version counts as this save.',
    ask: {
      title: 'Is that version this save?',
      words:
        'Nothing is sent. Your copy counts as the version shown, and the next save of the document is filed after it. What you saved stays among the earlier versions on this computer.',
      confirm: 'It is already there',
    },
  },
  'keep-unfiled': {
    label: 'Keep mine unfiled',
    consequence: 'Nothing is sent. Yours stays on this computer only.',
    ask: {
      title: 'Keep your version unfiled?',
      words:
        'It is not sent to the service. It stays in the matter’s folder and among the earlier versions on this computer; the next save of the document is filed as usual. You can also file it as it is later, from its versions.',
      confirm: 'Keep unfiled',
    },
  },
  'file-all': {
    label: 'File all…',
    consequence: 'Every changed document gets a new version in the service.',
    ask: {
      title: 'File all of these changes?',
      words:
        'Every changed document gets a new version in the service. Do this only if you expected so many changes at once.',
      confirm: 'File all',
    },
  },
  'keep-all-unfiled': {
    label: 'Keep all unfiled…',
    consequence: 'Nothing is sent. All of them stay on this computer only.',
    ask: {
      title: 'Keep all of these changes unfiled?',
      words:
        'None of them is sent to the service. They stay among the earlier versions on this computer; later saves are filed as usual.',
      confirm: 'Keep all unfiled',
    },
  },
  'file-all-as-new': {
    label: 'File all as new…',
    consequence: 'The service may then have two documents of the same name.',
    ask: {
      title: 'File all of these as new documents?',
      words:
        'Where the service has a document of the same name already, it has two of them then. That cannot be undone from here.',
      confirm: 'File all as new',
    },
  },
  'same-folder': {
    label: 'It is the same folder…',
    consequence: 'What is unchanged in it stays as it is; you are asked about what differs.',
    ask: {
      title: 'Is this the matter’s folder?',
      words:
        'Documents in it that are as they were saved here last stay what they are. Where one differs, you are asked before it is filed over what the service has. Those that are not in it count as removed here, and stay in the service.',
      confirm: 'It is the same folder',
    },
  },
  'look-at-each': atOnce('Decide for each', 'Each document becomes a question of its own.'),
};

/** The ways out that decide something, what we would do first. */
export function waysOut(actions: readonly Action[]): Action[] {
  const advised = recommended(actions);
  return actions
    .filter((action) => actionWords[action].consequence !== null)
    .toSorted((one, other) => Number(other === advised) - Number(one === advised));
}

/** What we would do, where several ways are open; null where nothing speaks for one of them. */
export const recommended = (actions: readonly Action[]): Action | null =>
  actions.includes('file-separately')
    ? 'file-separately'
    : actions.includes('look-at-each')
      ? 'look-at-each'
      : null;

import type { Action } from './useProblemDeeds.ts';

interface ActionWords {
  readonly label: string;
  /** Asked before it is done, with what follows from it; null where nothing speaks against doing it at once. */
  readonly ask: { readonly title: string; readonly words: string; readonly confirm: string } | null;
}

const atOnce = (label: string): ActionWords => ({ label, ask: null });

export const actionWords: Record<Action, ActionWords> = {
  retry: atOnce('Try again'),
  dismiss: atOnce('Dismiss'),
  'show-in-folder': atOnce('Show in folder'),
  file: atOnce('File it'),
  'file-separately': atOnce('File mine as a separate document'),
  'file-on-top': {
    label: 'File mine on top',
    ask: {
      title: 'File your version on top?',
      words:
        'Yours becomes the newest version of the document. The other one stays in its history, and changes in it that yours does not have are not merged.',
      confirm: 'File mine on top',
    },
  },
  'keep-unfiled': {
    label: 'Keep mine unfiled',
    ask: {
      title: 'Keep your version unfiled?',
      words:
        'It is not sent to the service. It stays in the matter’s folder and among the earlier versions on this computer; the next save of the document is filed as usual.',
      confirm: 'Keep unfiled',
    },
  },
  'file-all': {
    label: 'File all…',
    ask: {
      title: 'File all of these changes?',
      words:
        'Every changed document gets a new version in the service. Do this only if you expected so many changes at once.',
      confirm: 'File all',
    },
  },
  'keep-all-unfiled': {
    label: 'Keep all unfiled…',
    ask: {
      title: 'Keep all of these changes unfiled?',
      words:
        'None of them is sent to the service. They stay among the earlier versions on this computer; later saves are filed as usual.',
      confirm: 'Keep all unfiled',
    },
  },
  'look-at-each': atOnce('Decide for each'),
};

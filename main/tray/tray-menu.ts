import type { MenuItemConstructorOptions } from 'electron';
import type { RecentDocument } from '../../shared/model/index.ts';
import type { NeedElsewhere } from '../profiles/need.ts';
import { seenText } from './seen-text.ts';
import type { TrayState } from './tray-state.ts';

/** What the tray's menu can do. */
export interface TrayActions {
  readonly open: () => void;
  /** Opens the window at the problems. */
  readonly showProblems: () => void;
  /** Shows another profile, at its problems. */
  readonly showProfile: (id: string) => void;
  readonly pause: (paused: boolean) => void;
  readonly openDocument: (document: RecentDocument) => void;
  readonly quit: () => void;
}

/** UTF-16 units of a name that a menu shows; the system does not cut what is longer. */
const longestLabel = 60;

/** The menu: how things stand in words, then what a person wants without opening the window. */
export function trayMenu(
  state: TrayState,
  paused: boolean,
  recent: readonly RecentDocument[],
  actions: TrayActions,
  elsewhere: readonly NeedElsewhere[] = [],
): MenuItemConstructorOptions[] {
  const [headline, ...further] = state.lines;
  return [
    {
      label: labelOf(headline ?? ''),
      // What needs a person leads to it; anything else is only said.
      ...(state.kind === 'person' ? { click: actions.showProblems } : { enabled: false }),
    },
    ...further.map((line) => ({ label: labelOf(line), enabled: false })),
    ...elsewhere.map((one) => ({
      label: labelOf(lineOf(one)),
      click: () => actions.showProfile(one.id),
    })),
    { type: 'separator' },
    { label: 'Open Matterline', click: actions.open },
    { label: paused ? 'Resume filing' : 'Pause filing', click: () => actions.pause(!paused) },
    {
      label: 'Recent documents',
      submenu:
        recent.length === 0
          ? [{ label: 'None yet', enabled: false }]
          : recent.map((document) => ({
              label: labelOf(document.name),
              click: () => actions.openDocument(document),
            })),
    },
    { type: 'separator' },
    { label: 'Quit Matterline', click: actions.quit },
  ];
}

/** The tooltip: the name of the program, then how things stand. Windows shows at most 127 characters. */
export const trayTooltip = (state: TrayState, elsewhere: readonly NeedElsewhere[] = []): string =>
  `Matterline: ${[...state.lines, ...elsewhere.map(lineOf)].join('. ').replaceAll('..', '.')}`.slice(0, 127);

const lineOf = ({ name, need }: NeedElsewhere): string => `${seenText(name)}: ${need}`;

/** A name may be hostile: no control or direction character moves anything, and `&` is no shortcut. */
function labelOf(text: string): string {
  const plain = Array.from(seenText(text));
  const cut = plain.length > longestLabel ? [...plain.slice(0, longestLabel - 1), '…'] : plain;
  return cut.join('').replaceAll('&', '&&');
}

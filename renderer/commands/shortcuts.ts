/** A group of keys and what they do, for the list of shortcuts. */
interface ShortcutGroup {
  readonly title: string;
  readonly keys: readonly (readonly [keys: string, does: string])[];
}

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Anywhere',
    keys: [
      ['F1', 'Show this list'],
      ['Ctrl+K', 'Go to anything, do anything'],
      ['Ctrl+F', 'Search matters, or find a document in the open matter'],
      ['Ctrl+1 … Ctrl+4', 'Matters, activity, problems, settings'],
      ['Alt+←, Alt+→', 'Back and forward'],
      ['F5', 'Ask the service again'],
      ['Ctrl++, Ctrl+−, Ctrl+0', 'Larger, smaller, usual size'],
      ['Esc', 'Close what is open on top'],
    ],
  },
  {
    title: 'In lists',
    keys: [
      ['↑ ↓ Home End', 'Move'],
      ['Enter', 'Open'],
      ['Letters', 'Go to what starts with them'],
      ['Shift+F10', 'Show what can be done'],
      ['Ctrl+D', 'Pin a matter, or unpin it'],
    ],
  },
  {
    title: 'Documents',
    keys: [
      ['Shift+↑, Shift+↓', 'Select several'],
      ['Ctrl+↑, Ctrl+↓', 'Move without selecting'],
      ['Ctrl+Space', 'Add to the selection, or take away'],
      ['Ctrl+A', 'Select all'],
      ['F2', 'Rename'],
      ['Ctrl+H', 'Show versions'],
      ['Ctrl+Shift+C', 'Copy path'],
      ['Tab', 'Between folders and documents'],
    ],
  },
];

/** A group of keys and what they do, for the list of shortcuts. */
interface ShortcutGroup {
  readonly title: string;
  readonly keys: readonly (readonly [keys: string, does: string])[];
}

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Anywhere',
    keys: [
      ['F1', 'Show keyboard shortcuts'],
      ['Ctrl+K', 'Go to anything or run a command'],
      ['Ctrl+F', 'Search matters, or find a document in the open matter'],
      ['Ctrl+1 … Ctrl+4', 'Matters, activity, problems, settings'],
      ['Alt+←, Alt+→', 'Back and forward'],
      ['F5', 'Refresh'],
      ['Ctrl++, Ctrl+−, Ctrl+0', 'Zoom in, zoom out, actual size'],
      ['Esc', 'Close the topmost dialog or menu'],
    ],
  },
  {
    title: 'In lists',
    keys: [
      ['↑ ↓ Home End', 'Move'],
      ['Enter', 'Open'],
      ['Letters', 'Jump to the item that starts with them'],
      ['Shift+F10', 'Open the context menu'],
      ['Ctrl+D', 'Pin or unpin a matter'],
    ],
  },
  {
    title: 'Documents',
    keys: [
      ['Shift+↑, Shift+↓', 'Select several'],
      ['Ctrl+↑, Ctrl+↓', 'Move without selecting'],
      ['Ctrl+Space', 'Add to or remove from the selection'],
      ['Ctrl+A', 'Select all'],
      ['F2', 'Rename'],
      ['Ctrl+H', 'Show versions'],
      ['Ctrl+Shift+C', 'Copy path'],
      ['Tab', 'Switch between folders and documents'],
    ],
  },
];

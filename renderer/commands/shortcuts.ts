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
      ['Ctrl+K', 'Search everything, go anywhere, run a command'],
      ['Ctrl+F', 'Find in the open matter, timeline or settings; search everything elsewhere'],
      ['Ctrl+1 … Ctrl+5', 'Matters, activity, problems, settings, firm'],
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
      ['Delete', 'Say what deleting does'],
      ['Ctrl+H', 'Show versions'],
      ['Alt+P', 'Show or close the preview'],
      ['Ctrl+Shift+C', 'Copy path'],
      ['Tab', 'Switch between folders and documents'],
    ],
  },
];

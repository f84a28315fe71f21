import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';

type Asked = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>;

/** The menu of a text field, or of text that is selected; null where there is nothing to do with text. */
export function textMenu({
  isEditable,
  selectionText,
  editFlags,
}: Asked): MenuItemConstructorOptions[] | null {
  if (!isEditable) return selectionText.trim() === '' ? null : [{ role: 'copy' }];
  return [
    { role: 'undo', enabled: editFlags.canUndo },
    { role: 'redo', enabled: editFlags.canRedo },
    { type: 'separator' },
    { role: 'cut', enabled: editFlags.canCut },
    { role: 'copy', enabled: editFlags.canCopy },
    { role: 'paste', enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ];
}

import { expect, test } from 'vitest';
import { textMenu } from '../../../main/window/text-menu.ts';

const editFlags = {
  canUndo: true,
  canRedo: false,
  canCut: false,
  canCopy: false,
  canPaste: true,
  canDelete: false,
  canSelectAll: true,
  canEditRichly: false,
};

test('a text field has a menu, in which what cannot be done now is off', () => {
  const menu = textMenu({ isEditable: true, selectionText: '', editFlags });
  const enabled = menu?.filter((item) => item.enabled).map(({ role }) => role);
  expect(enabled).toEqual(['undo', 'paste', 'selectAll']);
  expect(menu?.map(({ role }) => role)).toContain('cut');
});

test('selected text can be copied, and anything else has no menu of ours', () => {
  expect(textMenu({ isEditable: false, selectionText: 'Hartley', editFlags })).toEqual([{ role: 'copy' }]);
  expect(textMenu({ isEditable: false, selectionText: ' ', editFlags })).toBeNull();
});

import { expect, test } from 'vitest';
import { restoredNotice } from '../../../renderer/matter/documents/restoredNotice.ts';

test('a version that was restored is not called filed: it is in the folder, and will be', () => {
  const { title, lines } = restoredNotice('restored', 'Brief.docx', 'at 10:15');
  expect(title).toBe('“Brief.docx” is in the matter’s folder as it was at 10:15');
  expect(lines.join(' ')).toContain('will be filed');
  expect(lines.join(' ')).not.toContain('is filed');
});

test('where the document has that content already, it is said that nothing had to be changed', () => {
  const { intent, title, lines } = restoredNotice('same', 'Brief.docx', 'at 10:15');
  expect(intent).toBe('info');
  expect(title).toContain('already');
  expect(lines).toEqual(['Nothing had to be changed.']);
});

test('says that what was kept unfiled is filed from now on', () => {
  const { intent, title } = restoredNotice('to-file', 'Brief.docx', 'at 10:15');
  expect([intent, title]).toEqual(['success', '“Brief.docx” will be filed as it is']);
});

import { expect, test } from 'vitest';
import { ownerFiles } from '../../../../main/engine/domain/owner-files.ts';

test('Word names its owner file after the document, less its first characters', () => {
  expect(ownerFiles('Contract.docx')).toContain('~$ntract.docx');
  expect(ownerFiles('abcdefg.docx')).toContain('~$bcdefg.docx');
  expect(ownerFiles('abc.docx')).toContain('~$abc.docx');
});

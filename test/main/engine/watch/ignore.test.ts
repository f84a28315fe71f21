import { expect, test } from 'vitest';
import { isIgnored } from '../../../../main/engine/features/ignoring/ignore.ts';

test.each([
  ['~$Brief.docx', 'the owner file of a document open in Word'],
  ['~WRD0000.tmp', 'the new content during a save in Word'],
  ['~WRL0001.tmp', 'the old content during a save in Word'],
  ['.~lock.Brief.odt#', 'the lock of a document open in LibreOffice'],
  ['lu12345ab.tmp', 'the new content during a save in LibreOffice'],
  ['5A3F00BC', 'the new content during a save in Excel'],
  ['4913', 'the probe of vim'],
  ['Brief.docx~', 'a backup of vim'],
  ['.DS_Store', 'what macOS leaves in folders'],
  ['.matterline-1', 'our own copy on its way'],
])('%s is not a document: %s', (name) => {
  expect(isIgnored(name)).toBe(true);
});

test.each([
  'Brief.docx',
  'notes.tmp',
  'backup.bak',
  'Thumbs.docx',
  'lu.docx',
  'Exhibit 4913.pdf',
  '.gitignore',
])('%s is a document', (name) => {
  expect(isIgnored(name)).toBe(false);
});

import { describe, expect, test } from 'vitest';
import { subjectOf } from '../../../../main/engine/features/history/apply.ts';
import { readEntry } from '../../../../main/engine/features/history/entry.ts';
import type { MatterId } from '../../../../shared/model/index.ts';

const matterId = 'matter' as MatterId;

/** What an entry that names the folder F is about. */
const subject = (more: object) => {
  const entry = readEntry(JSON.stringify({ id: 'e1', changeType: 'Delete', folder: { id: 'F' }, ...more }));
  if (!entry) throw new Error('it cannot be read');
  return subjectOf(matterId, entry);
};

describe('an entry that says in any one way to be about a document, and not which, is not about the folder it names', () => {
  test.each([
    ['a link without an id', { file: { href: '/documents/files/1' } }],
    ['a link whose id is null', { file: { id: null } }],
    ['a link whose id is empty', { file: { id: '' } }],
    ['something that is no link', { file: 'Letter.docx' }],
    ['its type', { type: 'File' }],
    ['its type, by another word', { type: 'Document' }],
    ['a version', { documentVersionId: 'v1' }],
    ['what it was copied from', { copySourceFileId: 'd1' }],
    ['an extension', { fileExtension: '.docx' }],
    ['an extension that it does not have', { fileExtension: '' }],
    ['the folder that it went to', { newFolderId: 'F' }],
    ['the folder that it left', { oldFolderId: 'F', newFolderId: 'G' }],
  ])('%s', (_what, more) => {
    expect(subject(more)).toBeNull();
  });
});

test.each([
  ['without a type', {}],
  ['of a folder', { type: 'Folder', newFolderId: 'G' }],
  ['with a type that nobody knows', { type: 'Litotes' }],
  ['with a number as its type', { type: 1 }],
  ['of a folder with documents, by its type', { type: 'FileFolder' }],
])('an entry %s is about the folder it names', (_what, more) => {
  expect(subject(more)).toEqual({ isFolder: true, id: 'F' });
});

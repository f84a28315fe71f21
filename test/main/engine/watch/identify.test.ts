import { describe, expect, test } from 'vitest';
import { type Finding, identify } from '../../../../main/engine/features/identity/identify.ts';
import type { LocalFile } from '../../../../main/engine/store/links.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';

const now = 1_000_000_000_000;
const [minute, day] = [60_000, 24 * 60 * 60_000];

const known = (path: string, change: Partial<LocalFile> = {}): LocalFile => ({
  matterId: 'm' as MatterId,
  path,
  fileId: `document of ${path}` as FileId,
  size: 5,
  modified: '1',
  changed: '1',
  inode: '1:7:99',
  sha256: 'same content',
  base: { entryId: null, upTo: 0 },
  removed: false,
  removedAt: null,
  ...change,
});
const removed = (path: string, ago: number | null, change: Partial<LocalFile> = {}): LocalFile =>
  known(path, { removed: true, removedAt: ago === null ? null : now - ago, ...change });

const identityOf = (finding: Partial<Finding>) =>
  identify({
    path: 'Brief.docx',
    captured: { sha256: 'same content', size: 5, inode: '1:8:99' },
    atPath: undefined,
    gone: [],
    filedNamesake: undefined,
    now,
    ...finding,
  });

const otherContent = { sha256: 'other content', size: 5, inode: '1:8:99' };
const sameInode = { sha256: 'other content', size: 5, inode: '1:7:99' };

describe('the document at the path', () => {
  test('has a new version, whatever the content and whatever else is gone', () => {
    const atPath = known('Brief.docx');
    expect(identityOf({ atPath, captured: otherContent, gone: [known('Draft.docx')] })).toEqual({
      kind: 'same',
      document: atPath,
    });
  });
  test('is itself again within a day of its removal, with any content', () => {
    expect(identityOf({ atPath: removed('Brief.docx', day), captured: otherContent }).kind).toBe('same');
    expect(identityOf({ atPath: removed('Brief.docx', day + 1), captured: otherContent }).kind).toBe('new');
  });
  test('is itself again at any time with the content it had', () => {
    expect(identityOf({ atPath: removed('Brief.docx', 400 * day) }).kind).toBe('same');
    expect(identityOf({ atPath: removed('Brief.docx', null) }).kind).toBe('same');
  });
  test('is itself again at any time when it is as empty as it was', () => {
    const atPath = removed('Brief.docx', 30 * day, { size: 0 });
    expect(identityOf({ atPath, captured: { sha256: atPath.sha256, size: 0, inode: '1:8:99' } }).kind).toBe(
      'same',
    );
  });
  test('is a question when it was removed long ago and is still filed', () => {
    const filedNamesake = 'document of Brief.docx' as FileId;
    const atPath = removed('Brief.docx', 30 * day);
    expect(identityOf({ atPath, captured: otherContent, filedNamesake })).toEqual({
      kind: 'ask',
      fileId: filedNamesake,
    });
  });
  test('is not itself again where it was removed at a time still to come: for how long it is gone, nobody knows', () => {
    expect(identityOf({ atPath: removed('Brief.docx', -5 * day), captured: otherContent }).kind).toBe('new');
    expect(identityOf({ atPath: removed('Brief.docx', -5), captured: otherContent }).kind).toBe('same');
  });
});

describe('a document gone from another path', () => {
  test('was renamed when the inode is its own, at any time and with any content', () => {
    const gone = removed('Draft.docx', 400 * day);
    expect(identityOf({ captured: sameInode, gone: [gone] })).toEqual({ kind: 'moved', document: gone });
  });
  test('was not renamed when the file system gives inodes again and says nothing of birth', () => {
    const gone = known('Draft.docx', { inode: '1:7:0' });
    expect(identityOf({ captured: { ...otherContent, inode: '1:7:0' }, gone: [gone] }).kind).toBe('new');
  });
  test('was moved when content and name are its own, within a day', () => {
    expect(identityOf({ gone: [removed('Old/BRIEF.docx', day)] }).kind).toBe('moved');
    expect(identityOf({ gone: [removed('Old/BRIEF.docx', day + 1)] }).kind).toBe('new');
  });
  test('was renamed when the content is its own, within ten minutes', () => {
    expect(identityOf({ gone: [removed('Draft.docx', 10 * minute)] }).kind).toBe('moved');
    expect(identityOf({ gone: [removed('Draft.docx', 10 * minute + 1)] }).kind).toBe('new');
  });
  test('goes before another one by inode, then by name, then by content', () => {
    const [byContent, byName, byInode] = [
      known('Draft.docx', { inode: 'x' }),
      known('Old/Brief.docx', { inode: 'y' }),
      known('Third.docx', { sha256: 'third' }),
    ];
    const captured = { sha256: 'same content', size: 5, inode: '1:7:99' };
    expect(identityOf({ captured, gone: [byContent, byName, byInode] })).toMatchObject({ document: byInode });
    expect(identityOf({ captured, gone: [byContent, byName] })).toMatchObject({ document: byName });
  });
  test('is nobody’s when all they share is that they are empty', () => {
    const gone = known('Draft.docx', { size: 0 });
    expect(identityOf({ captured: { sha256: 'same content', size: 0, inode: 'z' }, gone: [gone] }).kind).toBe(
      'new',
    );
  });
});

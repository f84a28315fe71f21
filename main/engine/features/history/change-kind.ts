import type { TimelineKind } from '../../../../shared/model/index.ts';
import { isSameId } from '../../service/tolerant.ts';
import type { Entry } from './entry.ts';

type Change = 'created' | 'new-version' | 'renamed' | 'moved' | 'copied' | 'deleted' | 'restored';

/** Words seen or plausible for `changeType`, letters only, lower case. The spec shows none. */
const words: Record<string, Change> = {
  add: 'created',
  added: 'created',
  create: 'created',
  created: 'created',
  upload: 'created',
  uploaded: 'created',
  edit: 'new-version',
  edited: 'new-version',
  modified: 'new-version',
  modify: 'new-version',
  newversion: 'new-version',
  update: 'new-version',
  updated: 'new-version',
  version: 'new-version',
  replace: 'new-version',
  replaced: 'new-version',
  revert: 'new-version',
  reverted: 'new-version',
  rollback: 'new-version',
  rolledback: 'new-version',
  rename: 'renamed',
  renamed: 'renamed',
  move: 'moved',
  moved: 'moved',
  copied: 'copied',
  copy: 'copied',
  delete: 'deleted',
  deleted: 'deleted',
  remove: 'deleted',
  removed: 'deleted',
  restore: 'restored',
  restored: 'restored',
  undelete: 'restored',
};

/**
 * What an entry says happened. A word nobody documented, or an integer, is read from what changed in the entry; when
 * that says nothing either, it is `other` and shown with its own words. Of a document that was not deleted, an earlier
 * version was restored: that is content.
 */
export function changeOf(entry: Entry, seenBefore: boolean, wasDeleted = false): Change | 'other' {
  const known = words[(entry.changeType ?? '').toLowerCase().replace(/[^a-z]/g, '')];
  if (known === 'restored' && entry.file !== null && seenBefore && !wasDeleted) return 'new-version';
  if (known) return known;
  if (entry.copySourceFileId) return 'copied';
  if (entry.documentVersionId) return seenBefore ? 'new-version' : 'created';
  if (hasMoved(entry)) return 'moved';
  if (entry.oldName && entry.newName && entry.oldName !== entry.newName) return 'renamed';
  return 'other';
}

/** What was renamed in the same step has moved all the same. For a file, `folder` is where it is. */
function hasMoved({ file, folder, oldFolderId, newFolderId, oldMatterId, newMatterId }: Entry): boolean {
  if (oldMatterId && newMatterId && !isSameId(oldMatterId, newMatterId)) return true;
  return Boolean(oldFolderId) && oldFolderId !== (newFolderId ?? (file === null ? null : folder));
}

/** True for changes that come with content: a version of the document. */
export const hasContent = (change: Change | 'other'): boolean =>
  change === 'created' || change === 'new-version' || change === 'copied';

export function timelineKind(change: Change | 'other', isFolder: boolean): TimelineKind {
  if (!isFolder || change === 'other') return change;
  switch (change) {
    case 'created':
    case 'copied':
    case 'restored':
      return 'folder-created';
    case 'renamed':
      return 'folder-renamed';
    case 'moved':
      return 'folder-moved';
    case 'deleted':
      return 'folder-deleted';
    case 'new-version':
      return 'other';
  }
}

import { posix } from 'node:path';
import type { FileId, MatterId, TimelineEntry } from '../../../shared/model.ts';
import type { Stores } from '../store/stores.ts';
import type { TimelinePosition } from '../store/timeline.ts';
import { nameOf } from './document-rows.ts';
import { instant } from './instant.ts';

/** A page of what happened, newest first; saves that are not filed yet come before everything else. */
export function timelinePage(
  stores: Stores,
  query: { matterId: MatterId; fileId: FileId | null; before: string | null; limit: number },
): { entries: TimelineEntry[]; next: string | null } {
  const staff = stores.matters.staffNames();
  const before = positionOf(query.before);
  const rows = stores.timeline.page(query.matterId, { fileId: query.fileId, before, limit: query.limit + 1 });
  const shown = rows.slice(0, query.limit);
  const entries = shown.map(
    (row): TimelineEntry => ({
      id: row.id,
      kind: row.kind,
      rawKind: row.rawKind,
      at: row.timestamp || instant(row.at),
      who: nameOf(row.userId, staff),
      fileId: row.fileId,
      name: row.name,
      from: row.fromText,
      to: row.toText,
      state: 'filed',
    }),
  );
  const last = shown.at(-1);
  return {
    entries: before === null ? [...pending(stores, query.matterId, query.fileId), ...entries] : entries,
    next: rows.length > query.limit && last ? `${last.at}:${last.seq}` : null,
  };
}

function pending(stores: Stores, matterId: MatterId, fileId: FileId | null): TimelineEntry[] {
  return stores.outbox
    .open(matterId)
    .filter((save) => fileId === null || save.fileId === fileId)
    .toReversed()
    .map((save) => {
      const known = stores.documents.document(matterId, save.fileId);
      const renamed = save.kind === 'metadata' && known && known.name !== save.name;
      return {
        id: `save:${save.id}`,
        kind: save.kind === 'metadata' ? (renamed ? 'renamed' : 'moved') : known ? 'new-version' : 'created',
        rawKind: '',
        at: instant(save.capturedAt),
        who: null,
        fileId: save.fileId,
        name: save.name,
        from: renamed ? known.name : null,
        to:
          save.kind === 'metadata'
            ? renamed
              ? save.name
              : posix.dirname(save.path).replace(/^\.$/, '')
            : null,
        state: save.state === 'kept' ? 'problem' : save.state,
      };
    });
}

function positionOf(before: string | null): TimelinePosition | null {
  const match = /^(-?\d+):(\d+)$/.exec(before ?? '');
  return match ? { at: Number(match[1]), seq: Number(match[2]) } : null;
}

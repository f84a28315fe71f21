import { timeOfService } from '../../domain/instant.ts';
import { type HistoryEntry, readEntry as readHistoryEntry } from '../../service/history.ts';

/** A folder history entry with its links reduced to ids and its words to text (spec: Folder history entry). */
export type Entry = Omit<HistoryEntry, 'file' | 'folder' | 'type' | 'changeType'> & {
  readonly file: string | null;
  readonly folder: string | null;
  readonly type: string | null;
  readonly changeType: string | null;
  /** About a file, and not which: never to be taken for an entry about the folder that it may name as well. */
  readonly isOfUnnamedFile: boolean;
};

/** Reads an entry back from the JSON it was kept as; null when that is no entry. */
export function readEntry(raw: string): Entry | null {
  const entry = readHistoryEntry(raw);
  return entry.ok ? entryOf(entry.value) : null;
}

export const entryOf = (entry: HistoryEntry): Entry => ({
  ...entry,
  file: entry.file?.id || null,
  folder: entry.folder?.id || null,
  type: word(entry.type),
  changeType: word(entry.changeType),
  isOfUnnamedFile: !entry.file?.id && saysFile(entry),
});

/**
 * True for an entry that says in any way to be about a file: by a member `file` of whatever kind, by its type, by what
 * only files have, or by a folder that would be inside itself.
 */
function saysFile(entry: HistoryEntry): boolean {
  const { hasFile, type, documentVersionId, copySourceFileId, fileExtension, folder } = entry;
  if (hasFile || documentVersionId || copySourceFileId || fileExtension !== null) return true;
  if (typeof type === 'string' && /file|document/i.test(type) && !/folder/i.test(type)) return true;
  return Boolean(folder?.id) && (folder?.id === entry.newFolderId || folder?.id === entry.oldFolderId);
}

const word = (value: string | number | bigint | null): string | null =>
  value === null || value === '' ? null : String(value);

/** Milliseconds since 1970 of an entry's timestamp, null when it is not a date. Without a zone it is UTC. */
export function timeOf(entry: { readonly timestamp: string | null }): number | null {
  return entry.timestamp === null ? null : timeOfService(entry.timestamp);
}

/** What is shown of an entry in the service's own words; read with less care than `readEntry`, which has read it before. */
export function wordsOfEntry(raw: string): { readonly kind: string; readonly timestamp: string } {
  const entry: Record<string, unknown> = JSON.parse(raw);
  const words = [entry['type'], entry['changeType']].filter(
    (part) => (typeof part === 'string' && part !== '') || typeof part === 'number',
  );
  const timestamp = entry['timestamp'];
  return { kind: words.join(' '), timestamp: typeof timestamp === 'string' ? timestamp : '' };
}

import { assertNever } from '../../shared/base/result.ts';
import type { FileId, FolderId, MatterId } from '../../shared/model/index.ts';

/** Where the person is in the window. */
export type Place =
  | { readonly screen: 'matters' }
  | {
      readonly screen: 'matter';
      readonly matterId: MatterId;
      readonly tab: 'documents';
      /** The folder that is open; null for the matter folder itself. */
      readonly folderId: FolderId | null;
      /** The document the keyboard is on; null for none. */
      readonly fileId: FileId | null;
    }
  | { readonly screen: 'matter'; readonly matterId: MatterId; readonly tab: 'details' }
  | {
      readonly screen: 'matter';
      readonly matterId: MatterId;
      readonly tab: 'timeline';
      /** Only this document's history; null for all of the matter. */
      readonly fileId: FileId | null;
    }
  | { readonly screen: 'activity'; readonly part: 'now' | 'past' }
  | { readonly screen: 'problems' }
  | { readonly screen: 'settings' };

export type MatterPlace = Extract<Place, { screen: 'matter' }>;

/** The documents of a matter, as one arrives there. */
export const documentsOf = (
  matterId: MatterId,
  folderId: FolderId | null = null,
  fileId: FileId | null = null,
): MatterPlace => ({ screen: 'matter', matterId, tab: 'documents', folderId, fileId });

/** A place as the window's hash, so that back, forward and reload work as everywhere. */
export function hashOf(place: Place): string {
  const parts = partsFor(place);
  // What is not chosen needs no place at the end.
  while (parts.at(-1) === '') parts.pop();
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

function partsFor(place: Place): string[] {
  if (place.screen === 'activity') return place.part === 'past' ? ['activity', 'past'] : ['activity'];
  if (place.screen !== 'matter') return [place.screen];
  const parts = ['matter', place.matterId, place.tab];
  switch (place.tab) {
    case 'documents':
      return [...parts, place.folderId ?? '', place.fileId ?? ''];
    case 'timeline':
      return [...parts, place.fileId ?? ''];
    case 'details':
      return parts;
    default:
      return assertNever(place);
  }
}

/** The place a hash names; the list of matters for anything else. */
export function placeOf(hash: string): Place {
  const [screen, first, tab, third, fourth] = partsOf(hash);
  if (screen === 'problems' || screen === 'settings') return { screen };
  if (screen === 'activity') return { screen, part: first === 'past' ? first : 'now' };
  if (screen !== 'matter' || !isMatterId(first)) return { screen: 'matters' };
  if (tab === 'timeline') {
    return { screen, matterId: first, tab, fileId: isFileId(third) ? third : null };
  }
  if (tab === 'details') return { screen, matterId: first, tab };
  return documentsOf(first, isFolderId(third) ? third : null, isFileId(fourth) ? fourth : null);
}

const isMatterId = (part: string | undefined): part is MatterId => Boolean(part);
const isFolderId = (part: string | undefined): part is FolderId => Boolean(part);
const isFileId = (part: string | undefined): part is FileId => Boolean(part);

function partsOf(hash: string): string[] {
  try {
    return hash.replace(/^#?\//u, '').split('/').map(decodeURIComponent);
  } catch {
    return [];
  }
}

import type { FileId, MatterId } from '../../shared/model.ts';

/** Where the person is in the window. */
export type Place =
  | { readonly screen: 'matters' }
  | { readonly screen: 'matter'; readonly matterId: MatterId; readonly tab: 'documents' | 'details' }
  | {
      readonly screen: 'matter';
      readonly matterId: MatterId;
      readonly tab: 'timeline';
      /** Only this document's history; null for all of the matter. */
      readonly fileId: FileId | null;
    }
  | { readonly screen: 'problems' }
  | { readonly screen: 'settings' };

/** A place as the window's hash, so that back, forward and reload work as everywhere. */
export function hashOf(place: Place): string {
  if (place.screen !== 'matter') return `#/${place.screen}`;
  const parts = ['matter', place.matterId, place.tab];
  if (place.tab === 'timeline' && place.fileId !== null) parts.push(place.fileId);
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

/** The place a hash names; the list of matters for anything else. */
export function placeOf(hash: string): Place {
  const [screen, matterId, tab, fileId] = partsOf(hash);
  if (screen === 'problems' || screen === 'settings') return { screen };
  if (screen !== 'matter' || !isMatterId(matterId)) return { screen: 'matters' };
  if (tab === 'timeline') {
    return { screen, matterId, tab, fileId: isFileId(fileId) ? fileId : null };
  }
  return { screen, matterId, tab: tab === 'details' ? tab : 'documents' };
}

const isMatterId = (part: string | undefined): part is MatterId => Boolean(part);
const isFileId = (part: string | undefined): part is FileId => Boolean(part);

function partsOf(hash: string): string[] {
  try {
    return hash.replace(/^#?\//u, '').split('/').map(decodeURIComponent);
  } catch {
    return [];
  }
}

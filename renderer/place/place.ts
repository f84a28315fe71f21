import { assertNever } from '../../shared/base/result.ts';
import type { FileId, FolderId, MatterId } from '../../shared/model/index.ts';
import { type SettingsSectionId, settingsCategories } from '../settings/settingsIndex.ts';

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
  | { readonly screen: 'matter'; readonly matterId: MatterId; readonly tab: 'details' | 'people' | 'tasks' }
  | {
      readonly screen: 'matter';
      readonly matterId: MatterId;
      readonly tab: 'timeline';
      /** Only this document's history; null for all of the matter. */
      readonly fileId: FileId | null;
      /** Only what happened in this folder and below. */
      readonly folderId?: FolderId;
    }
  | { readonly screen: 'activity'; readonly part: 'now' | 'past' }
  | { readonly screen: 'firm'; readonly part: FirmPart }
  | { readonly screen: 'problems' }
  /** `section`: which of them is to be seen. */
  | { readonly screen: 'settings'; readonly section?: SettingsSectionId };

/** What of the firm's work is shown. */
export const firmParts = ['requests', 'tasks', 'staff', 'codes', 'layouts', 'plugins', 'webhooks'] as const;
export type FirmPart = (typeof firmParts)[number];

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
  if (place.screen === 'firm') return ['firm', place.part];
  if (place.screen === 'settings') return ['settings', place.section ?? ''];
  if (place.screen !== 'matter') return [place.screen];
  const parts = ['matter', place.matterId, place.tab];
  switch (place.tab) {
    case 'documents':
      return [...parts, place.folderId ?? '', place.fileId ?? ''];
    case 'timeline':
      return [...parts, place.fileId ?? '', place.folderId ?? ''];
    case 'details':
    case 'people':
    case 'tasks':
      return parts;
    default:
      return assertNever(place);
  }
}

/** The place a hash names; the list of matters for anything else. */
export function placeOf(hash: string): Place {
  const [screen, first, tab, third, fourth] = partsOf(hash);
  if (screen === 'problems') return { screen };
  if (screen === 'settings') return isSection(first) ? { screen, section: first } : { screen };
  if (screen === 'activity') return { screen, part: first === 'past' ? first : 'now' };
  if (screen === 'firm') return { screen, part: firmParts.find((part) => part === first) ?? 'requests' };
  if (screen !== 'matter' || !isMatterId(first)) return { screen: 'matters' };
  if (tab === 'timeline') {
    const fileId = isFileId(third) ? third : null;
    return { screen, matterId: first, tab, fileId, ...(isFolderId(fourth) && { folderId: fourth }) };
  }
  if (tab === 'details' || tab === 'people' || tab === 'tasks') return { screen, matterId: first, tab };
  return documentsOf(first, isFolderId(third) ? third : null, isFileId(fourth) ? fourth : null);
}

const sections: readonly string[] = settingsCategories.flatMap((one) => one.sections.map(({ id }) => id));
const isSection = (part: string | undefined): part is SettingsSectionId =>
  part !== undefined && sections.includes(part);
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

import type { DocumentVersion, FileId, MatterId } from '../../../shared/model/index.ts';
import { instant } from '../domain/instant.ts';
import type { Version } from '../domain/version.ts';
import type { DownloadsState } from '../features/fetching/downloads-offered.ts';
import { whyNotFetched } from '../features/fetching/fetch-words.ts';
import { versionsShown } from '../features/fetching/wanted-version.ts';
import { timeOf } from '../features/history/entry.ts';
import { versionsSince } from '../features/upload/in-history.ts';
import type { Stores } from '../store/stores.ts';
import { nameOf } from './document-rows.ts';

type LocalSave = ReturnType<Stores['saves']['versionsOf']>[number];

/** Every version of a document that was saved here or that the service's history shows, newest first. */
export function versionList(
  stores: Stores,
  matterId: MatterId,
  fileId: FileId,
  downloads: DownloadsState = 'not-offered',
): DocumentVersion[] {
  const staff = stores.matters.staffNames();
  const shown = versionsSince(stores, { matterId, fileId }, 0);
  const saves = stores.saves.versionsOf(matterId, fileId);
  const onDisk = stores.links.fileOfDocument(matterId, fileId);
  const current = onDisk && !onDisk.removed ? saves.findLast((save) => save.sha256 === onDisk.sha256) : null;

  const named = new Set(
    versionsShown(stores, { matterId, fileId }).flatMap(({ entryId, documentVersionId }) =>
      documentVersionId === null ? [] : [entryId],
    ),
  );
  const waysTo = (entryId: string | null): WayThere =>
    downloads === 'off' || downloads === 'not-offered' ? downloads : named.has(entryId) ? 'fetched' : 'none';

  const whoShown = new Map(shown.map((version) => [version.entryId, version]));
  const here = saves.map((save): DocumentVersion => {
    const version = whoShown.get(save.filedEntryId ?? '');
    return {
      id: `save:${save.id}`,
      at: instant(save.capturedAt),
      who: nameOf(version?.userId ?? null, staff),
      savedHere: true,
      state: save.state,
      size: save.size,
      sha256: save.sha256,
      current: save.id === current?.id,
      ...keptHere(stores, save, waysTo(save.filedEntryId)),
    };
  });
  // Bytes that were had from the service, and went from here with a document that was deleted there.
  const removed = stores.removedContents
    .ofDocument(matterId, fileId)
    .filter(({ sha256 }) => stores.contents.get(sha256) && !saves.some((save) => save.sha256 === sha256))
    .map(
      ({ sha256, size, removedAt }): DocumentVersion => ({
        ...{ id: `removed:${sha256}`, at: instant(removedAt), who: null, savedHere: false },
        ...{ state: 'filed', size, sha256, current: false, here: true, whyNot: null },
      }),
    );
  const filedHere = new Set(saves.map((save) => save.filedEntryId));
  const elsewhere = shown
    .filter((version) => !filedHere.has(version.entryId))
    .map((version) => filedElsewhere(version, staff, waysTo(version.entryId)));
  return [...here, ...removed, ...elsewhere].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** How a version comes here that only the service has: by asking for it, not at all for a reason, or not as far as is known. */
type WayThere = 'fetched' | 'off' | 'not-offered' | 'none';

/** Words that end a sentence about a version that is not here. */
const theService: Readonly<Record<WayThere, string>> = {
  fetched: 'it is fetched from the service when you open it.',
  off: `the service has it, and ${whyNotFetched.off}`,
  'not-offered': `the service has it, and ${whyNotFetched['not-offered']}`,
  none: 'the service has it.',
};

type Whereabouts = Pick<DocumentVersion, 'here' | 'whyNot' | 'fetchable'>;

/** Whether the bytes of a save are in the vault, and why not. */
function keptHere(stores: Stores, save: LocalSave, way: WayThere): Whereabouts {
  if (stores.contents.get(save.sha256)) return { here: true, whyNot: null };
  const isDamaged = stores.contents.isListed(save.sha256);
  const what = isDamaged
    ? 'The copy of this version on this computer is damaged'
    : 'This version is no longer kept here';
  const isThere = way === 'fetched' || !isDamaged;
  return {
    here: false,
    whyNot: isThere ? `${what}; ${theService[way]}` : `${what}.`,
    fetchable: way === 'fetched',
  };
}

const filedElsewhere = (
  version: Version,
  staff: ReadonlyMap<string, string>,
  way: WayThere,
): DocumentVersion => ({
  id: `entry:${version.entryId}`,
  at: instant(timeOf(version) ?? 0),
  who: nameOf(version.userId, staff),
  savedHere: false,
  state: 'filed',
  size: null,
  sha256: null,
  current: false,
  here: false,
  whyNot: `This version was not saved on this computer; ${theService[way]}`,
  fetchable: way === 'fetched',
});

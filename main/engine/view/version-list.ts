import type { DocumentVersion, FileId, MatterId } from '../../../shared/model/index.ts';
import { instant } from '../domain/instant.ts';
import type { Version } from '../domain/version.ts';
import { timeOf } from '../features/history/entry.ts';
import { versionsSince } from '../features/upload/in-history.ts';
import type { Stores } from '../store/stores.ts';
import { nameOf } from './document-rows.ts';

type LocalSave = ReturnType<Stores['saves']['versionsOf']>[number];

/** Every version of a document that was saved here or that the service's history shows, newest first. */
export function versionList(stores: Stores, matterId: MatterId, fileId: FileId): DocumentVersion[] {
  const staff = stores.matters.staffNames();
  const shown = versionsSince(stores, { matterId, fileId }, 0);
  const saves = stores.saves.versionsOf(matterId, fileId);
  const onDisk = stores.links.fileOfDocument(matterId, fileId);
  const current = onDisk && !onDisk.removed ? saves.findLast((save) => save.sha256 === onDisk.sha256) : null;

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
      ...keptHere(stores, save),
    };
  });
  const filedHere = new Set(saves.map((save) => save.filedEntryId));
  const elsewhere = shown
    .filter((version) => !filedHere.has(version.entryId))
    .map((version) => filedElsewhere(version, staff));
  return [...here, ...elsewhere].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** Whether the bytes of a save are in the vault, and why not. */
function keptHere(stores: Stores, save: LocalSave): Pick<DocumentVersion, 'here' | 'whyNot'> {
  if (stores.contents.get(save.sha256)) return { here: true, whyNot: null };
  const damaged = stores.contents.isListed(save.sha256);
  return {
    here: false,
    whyNot: damaged
      ? 'The copy of this version on this computer is damaged.'
      : 'This version is no longer kept here; the service still has it.',
  };
}

const filedElsewhere = (version: Version, staff: ReadonlyMap<string, string>): DocumentVersion => ({
  id: `entry:${version.entryId}`,
  at: instant(timeOf(version) ?? 0),
  who: nameOf(version.userId, staff),
  savedHere: false,
  state: 'filed',
  size: null,
  sha256: null,
  current: false,
  here: false,
  whyNot: 'This version was not saved on this computer; the service has it.',
});

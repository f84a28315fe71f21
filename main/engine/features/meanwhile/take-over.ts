import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import type { PlacedContent } from '../../store/contents.ts';
import type { Presence } from '../../store/custody/audit-context.ts';
import type { Database } from '../../store/database.ts';
import type { LocalFile } from '../../store/links.ts';
import { MatterStore } from '../../store/matters.ts';
import { type MeanwhileDatabase, meanwhileId } from '../../store/meanwhile.ts';
import { readMovedFrom } from '../../store/moved-from.ts';
import { heldForReview, heldWhileUnknown } from '../../store/outbox.ts';
import type { Save } from '../../store/save.ts';
import { SaveStore } from '../../store/saves.ts';
import type { Stores } from '../../store/stores.ts';
import { lastAsked, periodsUntil, whoWasHere } from '../../store/who-was-here.ts';
import { registerCapture } from '../capture/register.ts';
import { registerTakenNames } from '../capture/taken-names.ts';

/** The setting that holds which save was the last before, until a sign-in is recorded. */
export const beforeMeanwhile = 'before-meanwhile';
/** The setting that says which one was taken over last. */
const takenOver = 'meanwhile-taken-over';

/**
 * What was captured while there was no room for the database is registered in it, in the order in which it was captured, as if
 * it were captured now: which document each is a version of is decided by all that is known. Killed at any instant, it is
 * done once.
 */
export function takeOverMeanwhile(
  meanwhile: MeanwhileDatabase,
  stores: Stores,
  directory: string,
  now: number,
  newFileId: () => FileId,
): void {
  if (!meanwhile.exists(directory)) return;
  const side = meanwhile.open(directory);
  try {
    const id = meanwhileId(side);
    if (stores.matters.setting(takenOver) !== id) {
      stores.contents.put(
        placedIn(side).filter(({ sha256 }) => stores.contents.get(sha256) === null),
        now,
      );
      stores.together(() => {
        const settings = new MatterStore(side);
        const asked = settings.setting(lastAsked);
        if (asked !== null) stores.outbox.isAsked(asked);
        stores.matters.putSetting(beforeMeanwhile, String(stores.saves.last()));
        const known = new Map<FileId, FileId>();
        for (const saves of madeTogether(savesIn(side))) {
          if (registerTaken(stores, side, saves, known)) continue;
          for (const save of saves) register(stores, side, save, known, newFileId);
        }
        stores.whoWasHere.add(periodsUntil(settings.setting(whoWasHere), now));
        stores.matters.putSetting(takenOver, id);
      });
    }
  } finally {
    side.close();
  }
  meanwhile.remove(directory);
}

const placedIn = (side: Database): PlacedContent[] =>
  side.prepare<[], PlacedContent>('SELECT sha256, size, pack, start FROM content WHERE damaged = 0').all();

function savesIn(side: Database): Save[] {
  const saves = new SaveStore(side);
  const ids = side.prepare<[], number>('SELECT id FROM save ORDER BY id').pluck().all();
  return ids.flatMap((id) => saves.get(id) ?? []);
}

/** Renames and moves that were seen at once stand together, everything else by itself. */
function madeTogether(saves: readonly Save[]): Save[][] {
  const all: Save[][] = [];
  for (const save of saves) {
    const before = all.at(-1)?.[0];
    const isTogether =
      save.kind === 'metadata' &&
      before?.kind === 'metadata' &&
      before.matterId === save.matterId &&
      before.capturedAt === save.capturedAt;
    if (isTogether) all.at(-1)?.push(save);
    else all.push([save]);
  }
  return all;
}

/**
 * Documents that took each other's names are known under these, all at once: one after the other, each would be a version of what
 * was called so before. False when no name was taken.
 */
function registerTaken(
  stores: Stores,
  side: Database,
  saves: readonly Save[],
  known: ReadonlyMap<FileId, FileId>,
): boolean {
  const [first] = saves;
  if (!first || first.kind !== 'metadata') return false;
  const taken = saves.flatMap(({ matterId, fileId, path }) => {
    const file = stores.links.fileOfDocument(matterId, known.get(fileId) ?? fileId);
    return file ? [{ file, to: path }] : [];
  });
  const isTaken = taken.some(({ file, to }) =>
    taken.some((other) => other.file !== file && other.file.path === to),
  );
  if (taken.length < saves.length || !isTaken) return false;
  registerTakenNames(stores, first.matterId, taken, first.capturedAt, presentAt(side, first));
  return true;
}

/** Who was at the computer when it was captured, as far as it is known now. */
function presentAt(side: Database, { id }: Save): Presence {
  const held = side.prepare<[number], number | null>('SELECT held FROM save WHERE id = ?').pluck().get(id);
  if (held === heldForReview) return 'another';
  return held === heldWhileUnknown ? 'unknown' : 'own';
}

/** @param known what the documents that were new then are called here */
function register(
  stores: Stores,
  side: Database,
  save: Save,
  known: Map<FileId, FileId>,
  newFileId: () => FileId,
): void {
  const { matterId, path, sha256, size, capturedAt } = save;
  const before = stores.links.fileOfDocument(matterId, known.get(save.fileId) ?? save.fileId);
  const registered = registerCapture(stores, {
    matterId,
    path,
    captured: { sha256, facts: { kind: 'file', ...(seenAs(side, save) ?? unseen(size)) } },
    // It was seen then that this one has another name now.
    gone: before && before.path !== path ? [before] : [],
    movedHere: movedFrom(stores, save, known),
    newFileId,
    who: presentAt(side, save),
    now: capturedAt,
  });
  if (registered.kind !== 'unchanged') known.set(save.fileId, registered.fileId);
}

/** The file of another matter that it was seen to be, when it was moved here. */
function movedFrom(stores: Stores, save: Save, known: ReadonlyMap<FileId, FileId>): LocalFile | undefined {
  if (save.movedFrom === null) return undefined;
  const { movedFromMatter, movedFromFile } = readMovedFrom(save.movedFrom);
  const fileId = movedFromFile as FileId;
  return stores.links.fileOfDocument(movedFromMatter as MatterId, known.get(fileId) ?? fileId);
}

type Facts = { size: number; modified: string; changed: string; inode: string };

/** The file as it was seen last; what an earlier save of it was like is not known any more. */
const seenAs = (side: Database, { matterId, path, sha256 }: Save): Facts | undefined =>
  side
    .prepare<string[], Facts>(
      `SELECT size, modified, changed, inode FROM local_file
       WHERE matter_id = ? AND path = ? AND sha256 = ? AND removed = 0`,
    )
    .get(matterId, path, sha256);

const unseen = (size: number): Facts => ({ size, modified: '0', changed: '0', inode: '' });

import { err, ok, type Result } from '../../../../shared/base/result.ts';
import { inTransaction } from '../../store/database.ts';
import type { Save } from '../../store/save.ts';
import type { Elsewhere, FailedCheck } from './elsewhere.ts';
import { announcementFor } from './filing.ts';
import { type InTheWay, inTheWay } from './in-the-way.ts';
import type { PipelinePorts } from './ports.ts';

/**
 * How long ago, in ms, a look at the history may have ended that says nobody filed a newer version. It never began before the
 * save: one read of a long history serves all saves of its folder that are ready when it ends.
 */
const lookAge = 1_000;
/** New documents often come by the hundred: of the time they take, reading what is there takes a tenth at most. */
const restOfNew = 10;
/** Moves of a document followed before one announcement. */
const mostMoves = 5;

/**
 * A version by somebody else that the person's copy does not include is never buried silently (promise 7), and a new document
 * is not filed beside one of its name that somebody filed meanwhile. The documents of one folder share their look.
 */
export async function checkForNewerVersion(
  { stores, reader, clock }: Pick<PipelinePorts, 'stores' | 'reader' | 'clock'>,
  elsewhere: Elsewhere,
  save: Save,
  signal: AbortSignal,
): Promise<Result<InTheWay, FailedCheck>> {
  const isKnown = () =>
    inTransaction(
      stores.database,
      () =>
        stores.documents.document(save.matterId, save.fileId) !== undefined ||
        stores.history.ofDocumentSince(save.matterId, save.fileId, 0).length > 0,
    );
  if (!isKnown()) {
    const looked = await lookForNamesake({ stores, reader, clock }, elsewhere, save, signal);
    // What was known of it may have been lost with a damaged database, and is read again by that.
    if (!looked.ok || !isKnown()) return looked;
  }
  const now = clock.now();
  // One that was deleted, and may have been taken back since, is announced into the folder that it was in.
  const folder = () => {
    const document = stores.documents.document(save.matterId, save.fileId);
    return document ? document.folderId : announcementFor(stores, save).folderId;
  };
  // Somebody may have moved it and filed a version where it is now: followed as long as each look shows another place.
  for (let folderId = folder(), moves = 0; moves <= mostMoves; moves += 1) {
    const age = lookAge + reader.cost(save.matterId, folderId);
    const since = Math.min(Math.max(save.capturedAt, now - age), now);
    // A read that began too early may be shared by the first; the second is our own.
    for (let reads = 0; reads < 2 && !reader.readSince(save.matterId, folderId, since); reads += 1) {
      const read = await reader.read(save.matterId, folderId, { priority: 'announce', signal });
      if (!read.ok) return err({ folderId, error: read.error });
    }
    if (folder() === folderId) {
      const looked = await elsewhere.look(save, folderId, signal);
      if (!looked.ok) return looked;
    }
    if (folder() === folderId) break;
    folderId = folder();
  }
  return ok(inTheWay(stores, save, clock.now()));
}

/** What it finds is for whoever decides what new documents are. A folder that cannot be read does not hold them up for ever. */
async function lookForNamesake(
  { stores, reader, clock }: Pick<PipelinePorts, 'stores' | 'reader' | 'clock'>,
  elsewhere: Elsewhere,
  save: Save,
  signal: AbortSignal,
): Promise<Result<InTheWay, FailedCheck>> {
  const folder = () => announcementFor(stores, save).folderId;
  // What is read may tell of the folder that its directory is: that one is to be looked at too.
  for (let folderId = folder(), moves = 0; moves <= mostMoves; moves += 1) {
    const now = clock.now();
    const age = lookAge + restOfNew * reader.cost(save.matterId, folderId);
    const since = Math.min(Math.max(save.capturedAt, now - age), now);
    const looked = await elsewhere.lookSince(save.matterId, folderId, since, signal);
    if (!looked.ok) return looked;
    if (folder() === folderId) break;
    folderId = folder();
  }
  return ok('none');
}

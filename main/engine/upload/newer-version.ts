import { ok, type Result } from '../../../shared/result.ts';
import type { ServiceError } from '../service/errors.ts';
import type { Save } from '../store/save.ts';
import type { Elsewhere } from './elsewhere.ts';
import { fileShown } from './filing.ts';
import { newestNotIncluded } from './in-history.ts';
import type { PipelinePorts } from './ports.ts';
import { newerVersion } from './problem-words.ts';
import type { SaveProblem } from './save-problem.ts';

/** How old, in ms, a look at the history may be that says nobody filed a newer version; never older than the save. */
const lookAge = 1_000;
/** Moves of a document followed before one announcement. */
const mostMoves = 5;

/** What the look found: nothing in the way, the save itself (sent before, and given up too early), or a problem. */
type Found = 'none' | 'itself' | SaveProblem;

/**
 * A version by somebody else that the person's copy does not include is never buried silently (promise 7). A document
 * the service has never shown needs no look; the documents of one folder share theirs.
 */
export async function lookForNewerVersion(
  { stores, reader, clock }: Pick<PipelinePorts, 'stores' | 'reader' | 'clock'>,
  elsewhere: Elsewhere,
  save: Save,
  signal: AbortSignal,
): Promise<Result<Found, ServiceError>> {
  const known = stores.documents.document(save.matterId, save.fileId);
  const inHistory = () => stores.history.ofDocumentSince(save.matterId, save.fileId, 0).length > 0;
  if (!(known || inHistory())) return ok('none');
  const now = clock.now();
  const since = Math.min(Math.max(save.capturedAt, now - lookAge), now);
  const folder = () => stores.documents.document(save.matterId, save.fileId)?.folderId ?? null;
  // Somebody may have moved it and filed a version where it is now: followed as long as each look shows another place.
  for (let folderId = folder(), moves = 0; moves <= mostMoves; moves += 1) {
    // A read that began too early may be shared by the first; the second is our own.
    for (let reads = 0; reads < 2 && !reader.readSince(save.matterId, folderId, since); reads += 1) {
      const read = await reader.read(save.matterId, folderId, { priority: 'announce', signal });
      if (!read.ok) return read;
    }
    if (folder() === folderId) {
      const looked = await elsewhere.look(save.matterId, folderId, signal);
      if (!looked.ok) return looked;
    }
    if (folder() === folderId) break;
    folderId = folder();
  }
  if (save.announcedSeq !== null && fileShown(stores, [save], clock.now()).length > 0) return ok('itself');
  // What is to be filed on top of anything is only told from what is there already.
  const newer = save.onTop ? null : newestNotIncluded(stores, save);
  if (!newer) return ok('none');
  const who = newer.userId === null ? null : (stores.matters.staffNames().get(newer.userId) ?? newer.userId);
  return ok(newerVersion(save.name, who, newer.timestamp));
}

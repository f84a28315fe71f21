import { baseAfter } from '../../domain/what-history-proves.ts';
import type { Save } from '../../store/save.ts';
import { fileIfProven } from './filing.ts';
import { proofOf, seenBefore, versionsSince } from './in-history.ts';
import type { PipelinePorts } from './ports.ts';

/**
 * Of versions that may be this save or another computer's, one that has its very bytes is it: the service has what was saved, and
 * nobody needs to be asked. Other bytes prove nothing: this save may still be on its way. True when it is filed by that.
 */
export async function isProvenByBytes(
  { stores, clock, hashOf }: Pick<PipelinePorts, 'stores' | 'clock' | 'hashOf'>,
  save: Save,
  signal: AbortSignal,
): Promise<boolean> {
  if (save.kind !== 'content' || !hashOf) return false;
  const proof = proofOf(stores, save);
  if (proof.kind !== 'may-be-filed') return false;
  for (const { entryId } of proof.versions) {
    if ((await hashOf(save, entryId, signal)) !== save.sha256) continue;
    // What came meanwhile counts: somebody may have decided, or history proved it.
    const [now, still] = [stores.saves.get(save.id), proofOf(stores, save)];
    const version = versionsSince(stores, save, 0).find((one) => one.entryId === entryId);
    if (signal.aborted || !now || still.kind !== 'may-be-filed' || !version) return false;
    const base = baseAfter(version, versionsSince(stores, save, 0), seenBefore(stores, save));
    return stores.database.transaction(() =>
      fileIfProven(stores, now, { kind: 'filed', entryId, base }, clock.now()),
    )();
  }
  return false;
}

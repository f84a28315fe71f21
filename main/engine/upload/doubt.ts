import { retryable } from '../service/errors.ts';
import type { Save } from '../store/save.ts';
import { nextStep } from './failed-try.ts';
import { fileShown, foldersToShow } from './filing.ts';
import type { PipelinePorts } from './ports.ts';
import { sendingAgain } from './problem-words.ts';
import { writeProblem } from './save-problem.ts';

/** How often, and how far apart in ms, history is looked at for a version that may have arrived, before it is sent again. */
const doubtLooks = 20;
const [doubtStep, longestStep] = [500, 6_000];
/** A service that usually takes long to show a version is looked at for so many times as long. */
const patience = 3;

/**
 * What the service has of this save is not known: the program or the connection ended in the middle. History is
 * looked at first; only when it does not show the version for a while is it sent again.
 */
export async function resolveDoubt(
  { stores, reader, clock, account, random }: PipelinePorts,
  save: Save,
  signal: AbortSignal,
): Promise<void> {
  if (save.kind === 'metadata') return stores.outbox.again(save.id, null, null);
  const current = stores.saves.get(save.id) ?? save;
  const usual = (stores.saves.usualLag() * patience) / doubtLooks;
  const step = Math.min(Math.max(usual, doubtStep), longestStep);
  for (let look = 1; !signal.aborted; look += 1) {
    for (const folderId of foldersToShow(stores, current)) {
      const read = await reader.read(save.matterId, folderId, { priority: 'announce', signal });
      if (signal.aborted || fileShown(stores, [current], clock.now()).length > 0) return;
      if (!read.ok && retryable(read.error) !== 'never') {
        // Doubt stays: the next turn looks again.
        return account.isReady ? clock.sleep(doubtStep, signal) : undefined;
      }
    }
    if (look >= doubtLooks) {
      // Storage that always breaks off must not be sent a large document again and again without pause.
      const interrupted = { operation: 'documents.putContent', kind: 'stalled' } as const;
      const next = nextStep(interrupted, current, false, random);
      const wait = next.kind === 'again' && current.attempts > 1 ? next.wait : 0;
      return stores.outbox.again(save.id, wait === 0 ? null : clock.now() + wait, writeProblem(sendingAgain));
    }
    await clock.sleep(step, signal);
  }
}

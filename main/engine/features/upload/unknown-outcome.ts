import { retryable } from '../../service/errors.ts';
import type { Save } from '../../store/save.ts';
import { writeProblem } from '../../store/save-problem.ts';
import { longestWait } from '../../store/saves.ts';
import type { FailedCheck } from './elsewhere.ts';
import { nextStep } from './failed-try.ts';
import { foldersToShow } from './filing.ts';
import { inTheWay } from './in-the-way.ts';
import { askWhich, followOwnId } from './own-id.ts';
import type { PipelinePorts } from './ports.ts';
import { sendingAgain, waitingFor } from './problem-words.ts';
import { isProvenByBytes } from './proven-by-bytes.ts';

/** How often, and how far apart in ms, history is checked for a version that may have arrived, before it is sent again. */
const checks = 20;
const [shortestStep, longestStep] = [500, 6_000];
/** After so many of them, what the service has under an id of its own is looked for. */
const ownIdEach = 5;
/** A service that usually takes long to show a version is checked for so many times as long. */
const patience = 3;

/** How long, in ms, a rename that may have been heard is given to be shown by history before it is said again, at least. */
const renameShownWithin = 2_000;

/** Milliseconds for a rename or a move that may have been heard: said again at once, it would undo what a colleague did since. */
export const untilRenameShows = ({ saves }: Pick<PipelinePorts['stores'], 'saves'>): number =>
  Math.min(Math.max(renameShownWithin, saves.usualLag() * 2), longestWait);

/**
 * What the service has of this save is not known: the program or the connection ended in the middle. History is checked
 * first. A version that may be this save or another computer's is shown to the person; only when history shows nothing for a while is
 * it sent again.
 */
export async function resolveUnknownOutcome(
  ports: PipelinePorts,
  save: Save,
  signal: AbortSignal,
): Promise<void> {
  const { stores, reader, clock, account, random } = ports;
  if (save.kind === 'metadata')
    return stores.outbox.again(save.id, clock.now() + untilRenameShows(stores), null);
  const current = stores.saves.get(save.id) ?? save;
  const usual = (stores.saves.usualLag() * patience) / checks;
  const step = Math.min(Math.max(usual, shortestStep), longestStep);
  for (let check = 1; !signal.aborted; check += 1) {
    const failed: FailedCheck[] = [];
    const folders = foldersToShow(stores, current);
    for (const folderId of folders) {
      const read = await reader.read(save.matterId, folderId, { priority: 'announce', signal });
      if (signal.aborted) return;
      const found = inTheWay(stores, current, clock.now());
      if (found === 'itself') return;
      if (found !== 'none' && (await isProvenByBytes(ports, current, signal))) return;
      if (signal.aborted) return;
      if (found !== 'none') return stores.outbox.needsPerson(save.id, writeProblem(found));
      if (!read.ok) failed.push({ folderId, error: read.error });
    }
    const passing = failed.find(({ error }) => retryable(error) !== 'never');
    const blind = passing ?? (failed.length === folders.length ? failed[0] : undefined);
    if (blind) {
      if (!account.isReady) return;
      // The outcome stays unknown, and nothing is sent a second time before the folder could be checked.
      const { folderId, error } = blind;
      const rest = Math.max(reader.looks.restOf(save.matterId, folderId), shortestStep);
      reader.looks.awaitedBy(save.matterId, folderId, save.id);
      const nextCheck = clock.now() + Math.min(rest, longestWait);
      return stores.outbox.putOff(save.id, nextCheck, writeProblem(waitingFor(save.name, error)));
    }
    if (check % ownIdEach === 0) {
      const own = await followOwnId(ports, current, signal);
      if (own === 'followed' || signal.aborted) return;
      const [first] = own;
      if (first && check >= checks) return askWhich(stores, current, first, clock.now());
    }
    if (check >= checks) {
      // Storage that always breaks off must not be sent a large document again and again without pause.
      const interrupted = { operation: 'documents.putContent', kind: 'stalled' } as const;
      const next = nextStep(interrupted, current, false, random);
      const wait = next.kind === 'again' && current.attempts > 1 ? next.wait : 0;
      return stores.outbox.again(save.id, wait === 0 ? null : clock.now() + wait, writeProblem(sendingAgain));
    }
    await clock.sleep(step, signal);
  }
}

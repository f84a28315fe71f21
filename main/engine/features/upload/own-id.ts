import type { FileId } from '../../../../shared/model/index.ts';
import { type Attempt, mayHaveArrived } from '../../domain/attempt.ts';
import { composed, shownWithoutExtension } from '../../domain/shown-name.ts';
import { isSameId } from '../../service/tolerant.ts';
import { inTransaction } from '../../store/database.ts';
import type { KnownDocument } from '../../store/documents.ts';
import type { Save } from '../../store/save.ts';
import { writeProblem } from '../../store/save-problem.ts';
import type { Stores } from '../../store/stores.ts';
import { isFiledAs } from '../identity/is-filed-as.ts';
import { announcementFor, fileShown } from './filing.ts';
import { versionsSince } from './in-history.ts';
import { inTheWay } from './in-the-way.ts';
import type { PipelinePorts } from './ports.ts';

type Ports = Pick<PipelinePorts, 'stores' | 'clock' | 'hashOf' | 'attemptOf'>;

/** What tells that a document is the one that was sent, and whether its content is known to have arrived with it. */
type Proof = { readonly attempt: Attempt; readonly arrived: boolean };

/**
 * A new document that the service files under an id of its own: followed where the answer to its announcement named that id, or
 * where the service gives out what was announced with it, or its bytes. What cannot be told apart by any of that stays open.
 * @returns the documents that may be it, when none is proven to be; 'followed' once one is
 */
export async function followOwnId(
  ports: Ports,
  save: Save,
  signal: AbortSignal,
): Promise<'followed' | readonly KnownDocument[]> {
  const { stores } = ports;
  const candidates = inTransaction(stores.database, () => candidatesOf(stores, save));
  const open: KnownDocument[] = [];
  for (const document of candidates) {
    const proof = await proofOf(ports, save, document, signal);
    if (signal.aborted) return [];
    if (proof === 'another') continue;
    if (proof === null) open.push(document);
    else if (follow(ports, save, document.id, proof)) return 'followed';
  }
  return open;
}

/** Whether a document is the one that was sent cannot be told: the person is shown both before anything is sent again. */
export function askWhich(stores: Stores, save: Save, { id }: KnownDocument, now: number): void {
  const { matterId, fileId } = save;
  stores.together(() => {
    isFiledAs(stores, matterId, { before: fileId, now: id }, null);
    stores.outbox.ended(save.id, 'unknown');
    const moved = stores.saves.get(save.id);
    const found = moved ? inTheWay(stores, moved, now) : 'none';
    if (typeof found === 'object') stores.outbox.needsPerson(save.id, writeProblem(found));
  });
}

/** Documents that came to be since the save was announced, where and as what it was; and one that its answer named. */
function candidatesOf(stores: Stores, save: Save): KnownDocument[] {
  const { custody, documents, history, links, saves } = stores;
  const { matterId, fileId, id } = save;
  const attempts = saves.attemptsOf(id).filter(mayHaveArrived);
  if (save.kind !== 'content' || attempts.length === 0) return [];
  if (documents.document(matterId, fileId) || history.ofDocumentSince(matterId, fileId, 0).length > 0)
    return [];
  const seenBefore = Math.min(...attempts.map(({ seenUpTo }) => seenUpTo));
  const { fileName, folderId } = announcementFor(stores, save);
  // The history of some services writes ids in capitals, whatever the answer did.
  const ids = [...saves.namedFor(id), fileId.toUpperCase() as FileId];
  const named = ids.flatMap((one) => documents.document(matterId, one) ?? []);
  const all = [
    ...named,
    ...documents.named(matterId, folderId, composed(fileName), shownWithoutExtension(fileName)),
  ];
  return all.filter(
    (one, index) =>
      all.findIndex((other) => other.id === one.id) === index &&
      (history.ofDocumentSince(matterId, one.id, 0)[0]?.seq ?? 0) > seenBefore &&
      links.fileOfDocument(matterId, one.id) === undefined &&
      saves.ofDocument(matterId, one.id).length === 0 &&
      // By an id that was given here it was announced once: the save went on as another document since.
      custody.about(matterId, one.id).every(({ kind }) => kind !== 'announcing'),
  );
}

async function proofOf(
  { stores, hashOf, attemptOf }: Ports,
  save: Save,
  document: KnownDocument,
  signal: AbortSignal,
): Promise<Proof | 'another' | null> {
  const { matterId } = save;
  const attempts = stores.saves.attemptsOf(save.id).filter(mayHaveArrived);
  const last = attempts.at(-1);
  if (last === undefined) return 'another';
  if ([save.fileId, ...stores.saves.namedFor(save.id)].some((one) => isSameId(one, document.id)))
    return { attempt: last, arrived: last.outcome === 'accepted' };
  const record = (await attemptOf?.({ matterId, fileId: document.id }, signal)) ?? null;
  if (record?.key) {
    const attempt = attempts.find(({ key }) => key === record.key);
    return attempt ? { attempt, arrived: attempt.outcome === 'accepted' || record.isUploaded } : 'another';
  }
  const [first] = versionsSince(stores, { matterId, fileId: document.id }, 0);
  const hash = first && (await hashOf?.({ matterId, fileId: document.id }, first.entryId, signal));
  return hash === save.sha256 ? { attempt: last, arrived: true } : null;
}

function follow({ stores, clock }: Ports, save: Save, now: FileId, { attempt, arrived }: Proof): boolean {
  const { matterId, fileId } = save;
  const isFollowed = inTransaction(stores.database, () => {
    // Somebody may have decided meanwhile, or another file of this computer may be it.
    const current = stores.saves.get(save.id);
    const isOpen = current?.state === 'sent' || current?.state === 'sending' || current?.state === 'problem';
    if (!isOpen || current.fileId !== fileId || stores.links.fileOfDocument(matterId, now)) return false;
    isFiledAs(stores, matterId, { before: fileId, now }, null);
    const [first] = versionsSince(stores, { matterId, fileId: now }, attempt.seenUpTo);
    if (arrived && first) stores.outbox.isProven(attempt.id, first.entryId);
    return true;
  });
  const moved = isFollowed && stores.saves.get(save.id);
  if (moved) fileShown(stores, [moved], clock.now());
  return isFollowed;
}

import type { MatterId, SignIn } from '../../../shared/model/index.ts';
import type { StoredRequest } from '../domain/request-standing.ts';
import type { Version } from '../domain/version.ts';
import { alsoByAnother, requestedByAnother } from '../features/requests/problems.ts';
import { fileIfProven } from '../features/upload/filing.ts';
import { proofOf, versionsSince } from '../features/upload/in-history.ts';
import { ownUserId } from '../store/matters.ts';
import type { Save } from '../store/save.ts';
import type { Stores } from '../store/stores.ts';
import { putCorrection } from './correction.ts';
import { foldersSince } from './folders-since.ts';
import { type SignInRecord, signInRecord } from './sign-in-record.ts';

/** What history showed of somebody else's work in the name of the person whose workspace it is. */
export interface Mistake {
  readonly matterId: MatterId;
  /** Of whoever is signed in, in the service. */
  readonly userId: string;
  /** The entry that shows it. */
  readonly versionId: string;
}

/**
 * Looks at what the service accepted in this sign-in: a document that was made here is begun by whoever is signed in, so that its
 * first version names them. Null while that is nobody else than the person whose workspace it is, or while nothing shows it.
 */
export function mistakeIn(stores: Stores, matterId: MatterId): Mistake | null {
  const record = signInRecord(stores);
  // What the tokens tell needs no other proof; where nobody was before, nobody can be mistaken for them.
  if (!record || record.expected === null || record.openedBy === 'token' || record.openedBy === 'first')
    return null;
  for (const save of acceptedIn(stores, record, stores.saves.sentOnes(matterId))) {
    const begun = begunBy(stores, save);
    if (begun?.userId != null && begun.userId !== record.expected)
      return { matterId, userId: begun.userId, versionId: begun.entryId };
  }
  return learned(stores, record, matterId);
}

/** How many of the saves filed last are looked at. */
const lastFiled = 20;

/** Whether the same bears out who somebody said they are. */
export function isBorneOut(stores: Stores, matterId: MatterId): boolean {
  const record = signInRecord(stores);
  if (record?.openedBy !== 'stated' || record.expected === null) return false;
  const filed = stores.database
    .prepare<[string, number, number], number>(
      `SELECT id FROM save WHERE matter_id = ? AND id > ? AND state = 'filed' ORDER BY id DESC LIMIT ?`,
    )
    .pluck()
    .all(matterId, record.afterSave, lastFiled)
    .flatMap((id) => stores.saves.get(id) ?? []);
  return acceptedIn(stores, record, filed).some((save) => begunBy(stores, save)?.userId === record.expected);
}

/** Until now it was known only what the person had said, and history has named somebody else. */
function learned(stores: Stores, { expected }: SignInRecord, matterId: MatterId): Mistake | null {
  const userId = stores.matters.setting(ownUserId);
  if (userId === null || userId === expected) return null;
  const versionId = stores.database
    .prepare<[string], string>(
      'SELECT filed_entry_id FROM save WHERE matter_id = ? AND filed_entry_id IS NOT NULL ORDER BY id DESC LIMIT 1',
    )
    .pluck()
    .get(matterId);
  return versionId === undefined ? null : { matterId, userId, versionId };
}

/**
 * What the mistaken person filed stays filed, as theirs; what is not with the service is reviewed before it goes. What is to be
 * done about the sign-in is noted with it.
 */
export function noteMistake(stores: Stores, mistake: Mistake, signIn: SignIn, now: number): void {
  const record = signInRecord(stores);
  if (record?.id !== signIn.id) return;
  stores.together(() => {
    const { outbox, custody, saves, database, whoWasHere } = stores;
    custody.notThisPerson(mistake);
    for (const save of acceptedIn(stores, record, saves.sentOnes()))
      fileIfProven(stores, save, proofOf(stores, save, mistake.userId), now);
    outbox.holdSince(record.afterSave);
    for (const request of requestedIn(stores, record)) {
      stores.requests.stands(request, perhapsAnothers(request.standing), now, {
        kind: 'request-problem',
        detail: 'another-person',
      });
    }
    if (record.at !== undefined)
      whoWasHere.add([{ who: 'another', from: Math.min(record.at, now), to: now }]);
    database.prepare('DELETE FROM setting WHERE name = ? AND value = ?').run(ownUserId, mistake.userId);
    const { userId } = mistake;
    const name = stores.matters.staffNames().get(userId);
    const staff = name === undefined ? null : { id: userId, name };
    const { linked, unlinked } = foldersSince(stores, record.afterEntry);
    const stopped = linked.map((folder) => {
      const paused = stores.matters.get(folder.matterId)?.paused !== 1;
      // Whoever comes back meanwhile does not file what is not theirs.
      stores.pauses.pauseMatter(folder.matterId, true);
      return { ...folder, paused };
    });
    const since = record.at === undefined ? {} : { since: record.at };
    putCorrection(stores, { signIn, userId, staff, ...since, linked: stopped, unlinked: [...unlinked] });
  });
}

type Asked = Extract<StoredRequest['standing'], { state: 'waiting' | 'problem' }>;

const perhapsAnothers = (standing: Asked): Asked =>
  standing.state === 'problem'
    ? { ...standing, problem: alsoByAnother(standing.problem) }
    : { state: 'problem', problem: requestedByAnother, attempt: standing.unresolved, madeId: null };

/** Requests that were made, changed or decided about since the sign-in began, and wait or need a person. */
function requestedIn(
  stores: Stores,
  { afterEntry }: SignInRecord,
): (StoredRequest & { readonly standing: Asked })[] {
  const since = stores.database.prepare(
    `SELECT 1 FROM custody
     WHERE seq > ? AND kind IN ('requested', 'request-edited', 'request-decided') AND related_id = ? LIMIT 1`,
  );
  return stores.requests
    .notOver()
    .flatMap(({ standing, ...request }) =>
      (standing.state === 'waiting' || standing.state === 'problem') && since.get(afterEntry, request.id)
        ? [{ ...request, standing }]
        : [],
    );
}

/** Contents that were announced since the sign-in began. */
const acceptedIn = (stores: Stores, { afterEntry }: SignInRecord, saves: readonly Save[]): Save[] =>
  saves.filter(
    ({ id, kind, matterId, fileId }) =>
      kind === 'content' &&
      stores.database
        .prepare(
          `SELECT 1 FROM custody
           WHERE matter_id = ? AND file_id = ? AND seq > ? AND kind = 'announcing' AND save_id = ? LIMIT 1`,
        )
        .get(matterId, fileId, afterEntry, id) !== undefined,
  );

/** The version that a document began with, if it was made here. */
function begunBy(stores: Stores, save: Save): Version | undefined {
  const seen = seenBefore(stores, save);
  const all = stores.history.ofDocumentSince(save.matterId, save.fileId, 0);
  if (seen === undefined || all.some(({ seq }) => seq <= seen)) return undefined;
  return versionsSince(stores, save, seen).find(({ begins }) => begins === 'surely');
}

/** Up to which entry history was visible when the save was last announced; undefined when it never was. */
const seenBefore = (stores: Stores, { id }: Save): number | undefined =>
  stores.saves.attemptsOf(id).at(-1)?.seenUpTo;

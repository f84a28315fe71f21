import {
  type DocumentFacts,
  type Evidence,
  filedBefore,
  type Invariant,
  type VersionFacts,
} from './evidence.ts';
import { sha256Of } from './journal.ts';
import type { SaveRow } from './rows.ts';

const ours = (document: DocumentFacts) => document.versions.filter(({ by }) => by === 'us');
const short = (hashes: readonly string[]) => `[${hashes.map((hash) => hash.slice(0, 6)).join(' ')}]`;

/** Hashes that may be there, in this order, each as often as it may be. */
interface Expected {
  readonly sha256: string;
  readonly least: number;
  readonly most: number;
}

function isInOrder(there: readonly string[], [first, ...others]: readonly Expected[]): boolean {
  if (!first) return there.length === 0;
  for (let times = 0; times <= first.most; times += 1) {
    if (times > 0 && there[times - 1] !== first.sha256) break;
    if (times >= first.least && isInOrder(there.slice(times), others)) return true;
  }
  return false;
}

/**
 * How often the service may have a save: once, among what it shows; and once more each time that the person, asked whether it is
 * there, had it filed all the same.
 */
function expectedOf({ journal, service }: Evidence, save: SaveRow, fileId: string): Expected {
  const agreed = journal.decisions.filter(
    (one) =>
      one.saveId === save.id && ['file-on-top', 'file-separately', 'retry', 'file'].includes(one.decision),
  ).length;
  const isFiled = save.state === 'filed' && save.fileId === fileId;
  // What the service has and shows to nobody may be sent again.
  const unseen = service.documents.get(fileId)?.hidden ?? 0;
  const most = Math.min(1 + agreed + unseen, service.taken(fileId, save.sha256));
  return { sha256: save.sha256, least: isFiled ? 1 : 0, most: Math.max(most, isFiled ? 1 : 0) };
}

/** Saves that the person gave a document of their own were saves of this one before. */
function savesOf({ rows, journal }: Evidence, fileId: string): readonly SaveRow[] {
  const parted = journal.decisions.filter(
    (one) => one.fileId === fileId && one.decision === 'file-separately',
  );
  if (parted.length === 0) return rows.byDocument.get(fileId) ?? [];
  const first = Math.min(...parted.map(({ saveId }) => saveId));
  const moved = new Set(
    rows.contents.filter(({ id }) => parted.some(({ saveId }) => saveId === id)).map((save) => save.fileId),
  );
  return rows.contents.filter(
    (save) => save.fileId === fileId || (save.id >= first && moved.has(save.fileId)),
  );
}

/** Milliseconds after which the person is asked about what the service took and history does not prove. */
const askedWithin = 100 * 60_000;

/**
 * True for the first save of a document that history told of together with what somebody else made of it, and for what waits behind it:
 * nothing proves then which entry is ours, and before an hour has passed nobody is asked.
 */
function isBehindOneOfTwo({ network, now, rows, service }: Evidence, id: number, fileId: string): boolean {
  const [first, ...others] = service.documents.get(fileId)?.versions ?? [];
  const at = first?.by === 'us' ? network.deliveredAt.get(first.entryId) : undefined;
  const sent = rows.contents.find((one) => one.fileId === fileId && one.state === 'sent');
  return (
    at !== undefined &&
    now - at < askedWithin &&
    sent?.sha256 === first?.sha256 &&
    (sent?.id ?? id) <= id &&
    others.some(({ by, entryId }) => by !== 'us' && network.deliveredAt.get(entryId) === at)
  );
}

/** The document that it was taken for when it was captured: the person may say later that it is another one. */
const asCaptured = ({ custody }: Evidence['rows'], { id, fileId }: Pick<SaveRow, 'id' | 'fileId'>) =>
  custody.find((entry) => entry['save_id'] === id && entry['kind'] === 'captured')?.['file_id'] ?? fileId;

/**
 * True for what the same person filed elsewhere, or somebody whom history does not name, and history showed between the last look
 * before ours was announced and ours: nothing tells that it is not ours.
 */
function isTakenFor(
  { service, rows }: Evidence,
  { by, shownAt }: VersionFacts,
  versions: readonly VersionFacts[],
  { fileId, sha256 }: Pick<SaveRow, 'fileId' | 'sha256'>,
): boolean {
  const isOthers = (author: string) => author === 'elsewhere' || (author !== 'us' && !service.namesPeople);
  // Where that happened to a save, ours of it is taken for the next.
  const isShifted = () =>
    rows.byDocument
      .get(fileId)
      ?.some((save) => versions.some((one) => one.entryId === save.filedEntryId && isOthers(one.by)));
  if (!isOthers(by) && !isShifted()) return false;
  return versions.some(
    (one) =>
      one.by === 'us' && one.sha256 === sha256 && shownAt > one.announcedAt - raceWindow - one.slowness,
  );
}

/** True when a version stood here, given out by the service, before the save that was put on top of it was made. */
function wasHere({ journal }: Evidence, theirs: VersionFacts, onTop: VersionFacts): boolean {
  const saved = journal.stays.findLast(({ content }) => sha256Of(content) === onTop.sha256);
  return journal.stays.some(
    ({ given, content, from }) =>
      given && sha256Of(content) === theirs.sha256 && from <= (saved?.from ?? Number.NEGATIVE_INFINITY),
  );
}

const isGone: ReadonlySet<string> = new Set(['sent', 'filed']);

export const filed: readonly Invariant[] = [
  {
    promise: '4: sent or filed is what the service took with these bytes',
    when: 'always',
    broken: ({ rows, service }) =>
      rows.contents
        .filter(({ state, fileId, sha256 }) => isGone.has(state) && service.taken(fileId, sha256) === 0)
        .map(
          ({ id, name, state }) =>
            `save ${id} of ${name} is called ${state}, and the service never took its bytes`,
        ),
  },
  {
    promise: '4: filed is what history showed',
    when: 'always',
    broken: ({ rows, service, network }) =>
      rows.contents
        .filter(({ state }) => state === 'filed')
        .filter(({ filedEntryId, fileId }) => {
          const versions = service.documents.get(fileId)?.versions ?? [];
          // Where several versions could be it, it is none of them in particular.
          const shown = versions.filter(({ entryId }) => filedEntryId === null || entryId === filedEntryId);
          return !shown.some(({ entryId }) => network.delivered.has(entryId));
        })
        .map(({ id, name }) => `save ${id} of ${name} is called filed, and no history that came shows it`),
  },
  {
    promise: '2, 4: what history shows of a filed save is its bytes',
    when: 'at the end',
    broken: (evidence) =>
      evidence.rows.contents
        .filter(({ state }) => state === 'filed')
        .filter(({ filedEntryId, fileId, sha256 }) => {
          const versions = evidence.service.documents.get(fileId)?.versions ?? [];
          const its = versions.filter(({ entryId }) => filedEntryId === null || entryId === filedEntryId);
          return !its.some(
            (version) =>
              version.sha256 === sha256 || isTakenFor(evidence, version, versions, { fileId, sha256 }),
          );
        })
        .map(({ id, name }) => `save ${id} of ${name} is called filed by an entry of other bytes`),
  },
  {
    promise: '1, 2, 5: each document’s saves are filed in order, each once',
    when: 'at the end',
    broken: (evidence) =>
      [...evidence.service.documents.values()].flatMap((document) => {
        const saves = savesOf(evidence, document.fileId);
        // What a power cut took back, and nobody saved again since, is in no row any more.
        const isKnown = (hash: string) => !evidence.forgot || saves.some(({ sha256 }) => sha256 === hash);
        const there = ours(document)
          .map((version) => version.sha256)
          .filter(isKnown);
        const expected = saves.map((save) => expectedOf(evidence, save, document.fileId));
        if (isInOrder(there, expected)) return [];
        const told = saves.map(({ id, state, sha256 }) => `${id} ${state} ${sha256.slice(0, 6)}`);
        return [
          `${document.name} (${document.fileId}): saves ${told.join(', ')}; the service has ${short(there)}`,
        ];
      }),
  },
  {
    promise: '5, 6: once trouble ends everything is filed, or needs a person',
    when: 'at the end',
    broken: (evidence) =>
      evidence.rows.saves
        // What comes after a save that needs a person waits for the person too.
        .filter(
          ({ id, fileId }) =>
            !evidence.rows.saves.some(
              (one) => one.fileId === fileId && one.state === 'problem' && one.id < id,
            ),
        )
        .filter(({ id, fileId }) => !isBehindOneOfTwo(evidence, id, fileId))
        .filter(({ state }) => ['waiting', 'sending', 'sent'].includes(state))
        .map(({ id, name, state }) => `save ${id} of ${name} is still ${state} long after all trouble ended`),
  },
  {
    promise: '1, 7: unfiled is kept only what the person wanted so',
    when: 'always',
    broken: ({ rows, journal, service, network }) => {
      const wanted = journal.keptUnfiled;
      const isDeleted = (fileId: string) =>
        service.documents.get(fileId)?.deletions.some(({ entryId }) => network.delivered.has(entryId));
      return (
        rows.saves
          .filter(({ id, state }) => state === 'kept' && !wanted.has(id))
          // What a colleague deleted has neither name nor place.
          .filter(({ kind, fileId }) => kind === 'content' || !isDeleted(fileId))
          // What the service did not have could be neither renamed nor moved there, and a copy kept unfiled is not what it has.
          .filter(
            ({ id, kind, fileId }) =>
              kind === 'content' ||
              rows.byDocument.get(fileId)?.findLast((before) => before.id < id && before.kind === 'content')
                ?.state !== 'kept',
          )
          .filter(
            ({ id, kind, fileId }) =>
              kind === 'content' ||
              rows.contents.some(
                (before) =>
                  before.id < id &&
                  asCaptured(rows, before) === asCaptured(rows, { id, fileId }) &&
                  service.taken(fileId, before.sha256) > 0,
              ),
          )
          .map(({ id, name }) => `save ${id} of ${name} is kept unfiled, and nobody wanted that`)
      );
    },
  },
  {
    promise: '7: what the person keeps unfiled stays so until they say otherwise',
    when: 'always',
    broken: ({ rows, journal, network, forgot }) => {
      // A power cut may take back that they did.
      if (forgot) return [];
      const last = new Map(journal.decisions.map(({ saveId, decision }) => [saveId, decision]));
      // Of many, or of what waited for a review, nothing else was said of that one.
      const together = [...journal.decisionsAboutMany, ...journal.reviews];
      const isElsewhereToo = (id: number) =>
        together.some(({ action, saveIds }) => action !== 'keep-all-unfiled' && saveIds.includes(id));
      // What was on its way by then stays so.
      const hadLeft = (saveId: number, by: number) => {
        const { fileId, sha256 } = rows.saves.find(({ id }) => id === saveId) ?? {};
        return network.announced.some(
          (one) => one.fileId === fileId && one.sha256 === sha256 && one.at <= by,
        );
      };
      for (const { action, saveIds, at } of together) {
        if (action !== 'keep-all-unfiled') continue;
        for (const id of saveIds)
          if (!last.has(id) && !isElsewhereToo(id) && !hadLeft(id, at)) last.set(id, 'keep-unfiled');
      }
      return rows.saves
        .filter(({ id, state }) => last.get(id) === 'keep-unfiled' && state !== 'kept')
        .map(({ id, name, state }) => `save ${id} of ${name} is ${state}`);
    },
  },
  {
    promise: '7: nobody’s version is buried unasked',
    when: 'at the end',
    broken: (evidence) =>
      [...evidence.service.documents.values()].flatMap(({ fileId, name, versions }) => {
        const agreed = new Set(
          evidence.journal.decisions
            .filter((one) => one.fileId === fileId && covering.has(one.decision) && one.shown !== null)
            // Which of them is the newest nobody can tell then: they were told of all.
            .flatMap(({ shown, at, mayBeTheirs }) =>
              evidence.service.tellsOrder || mayBeTheirs
                ? filedBefore(versions, shown ?? '')
                : versions.filter(({ shownAt }) => shownAt <= at),
            )
            .map(({ entryId }) => entryId),
        );
        for (const { filedEntryId, sha256 } of evidence.rows.byDocument.get(fileId) ?? []) {
          const taken = versions.find(({ entryId }) => entryId === filedEntryId);
          if (taken && isTakenFor(evidence, taken, versions, { fileId, sha256 })) agreed.add(taken.entryId);
        }
        return versions.flatMap((version, index) => {
          const before = versions[index - 1];
          if (version.by !== 'us' || !before || before.by === 'us' || agreed.has(before.entryId)) return [];
          if (wasHere(evidence, before, version)) return [];
          // Both came at the same time, as far as anybody could have seen before the fact.
          if (before.shownAt >= version.announcedAt - raceWindow - version.slowness) return [];
          return [`${before.by}’s version of ${name} (${fileId}) lies under one of ours`];
        });
      }),
  },
  {
    promise: '7: what a colleague deleted is not brought back unasked',
    when: 'at the end',
    broken: ({ service, journal, network }) =>
      [...service.documents.values()].flatMap(({ fileId, name, versions, deletions }) => {
        const isAgreed = journal.decisions.some(
          (one) => one.fileId === fileId && ['file-on-top', 'retry', 'file'].includes(one.decision),
        );
        if (isAgreed || !service.tellsOfDeletions) return [];
        return deletions
          .filter(({ shownAt, endedAt, entryId }) =>
            versions.some(
              ({ by, announcedAt, slowness }) =>
                by === 'us' &&
                network.delivered.has(entryId) &&
                announcedAt - slowness - raceWindow > shownAt &&
                announcedAt < (endedAt ?? Number.POSITIVE_INFINITY),
            ),
          )
          .map(({ entryId }) => `${name} (${fileId}) was filed again after it was deleted (${entryId})`);
      }),
  },
];

/**
 * Of what somebody else filed, and ours: milliseconds within which nobody can know of the other, besides the way that what history
 * shows takes. The history is looked at three seconds before an announcement at the earliest.
 */
const raceWindow = 3_500;
/** What says that the version shown may be covered, or is the person's own. */
export const covering: ReadonlySet<string> = new Set(['file-on-top', 'already-there']);

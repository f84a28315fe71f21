import { linesOfSaves, possibleLines } from './documents.ts';
import { type DocumentFacts, type Evidence, filedBefore, type Invariant } from './evidence.ts';
import { covering } from './filed.ts';
import { type Stay, sha256Of } from './journal.ts';
import type { SaveRow } from './rows.ts';

/** What is true of the world when a save needs a person for this reason. A reason that is not here has no cause in it. */
type Cause = (evidence: Evidence, save: SaveRow) => boolean;

const documentOf = ({ service }: Evidence, { fileId }: SaveRow): DocumentFacts | undefined =>
  service.documents.get(fileId);

/** True when whether the service has one of this document's contents cannot be known here. */
const isUnheard = ({ network, forgot }: Evidence, { fileId }: SaveRow): boolean =>
  forgot || network.unheard.some((one) => one.fileId === fileId && one.isTaken);

/** The same of this very save; `taken`: and the service has it. */
const isItselfUnheard = (
  { network, forgot }: Evidence,
  { fileId, sha256 }: SaveRow,
  taken: boolean,
): boolean =>
  forgot ||
  network.unheard.some((one) => one.fileId === fileId && one.sha256 === sha256 && (one.isTaken || !taken));

/**
 * True when these bytes left as a new document of which the service shows nothing under its id: it may have filed them under an id of
 * its own, as this one.
 */
const mayHaveAnotherId: Cause = ({ network, service }, { matterId, fileId, sha256 }) =>
  network.unheard.some(
    (one) =>
      one.fileId !== fileId &&
      one.sha256 === sha256 &&
      !service.documents.has(one.fileId) &&
      network.announced.some((said) => said.fileId === one.fileId && said.matterId === matterId),
  );

/** Milliseconds within which the content follows its announcement. */
const followsWithin = 2_000;

/** True when the disk kept nothing while this very save was sent: whether it left is not known then. */
const wasNotKept: Cause = ({ network, disturbances }, { fileId, sha256 }) =>
  network.announced.some(
    (one) =>
      one.fileId === fileId &&
      one.sha256 === sha256 &&
      disturbances.wentOnWithin('not kept', one.at, one.at + followsWithin),
  );

const somebodyElsesCame: Cause = (evidence, save) =>
  documentOf(evidence, save)?.versions.some(
    ({ by, entryId }) => by !== 'us' && evidence.network.delivered.has(entryId),
  ) ?? false;

const broughtBack: Cause = (evidence, save) =>
  documentOf(evidence, save)?.deletions.some(
    ({ endedBy }) => endedBy !== null && evidence.network.delivered.has(endedBy),
  ) ?? false;

const oneOfOursCame: Cause = (evidence, save) =>
  documentOf(evidence, save)?.versions.some(
    ({ by, entryId }) => by === 'us' && evidence.network.delivered.has(entryId),
  ) ?? false;

const isRefused: Cause = ({ network }, { fileId }) => network.refused.has(fileId);

const causes: Readonly<Record<string, Cause>> = {
  /**
   * Or one of ours came of which nobody can tell which save it was; or, in a history that tells no order, that ours brought the
   * document back, which may be an earlier version put on top.
   */
  'newer-version': (evidence, save) =>
    somebodyElsesCame(evidence, save) ||
    (!evidence.service.tellsOrder && broughtBack(evidence, save)) ||
    (isUnheard(evidence, save) && oneOfOursCame(evidence, save)),
  /** By a POST of this very document, whatever it was called then. */
  'may-be-announced': ({ network, rows }, { matterId, fileId }) =>
    network.postsOfUnknownOutcome.some(
      (posted) =>
        posted.matterId === matterId &&
        rows.saves.some((one) => one.fileId === fileId && one.name === posted.name),
    ),
  'may-be-filed': (evidence, save) =>
    (isItselfUnheard(evidence, save, true) && oneOfOursCame(evidence, save)) ||
    // Before it is known who we are, anybody's may be ours.
    ((isItselfUnheard(evidence, save, false) ||
      mayHaveAnotherId(evidence, save) ||
      wasNotKept(evidence, save)) &&
      somebodyElsesCame(evidence, save)),
  /** A document that this one is called like, or came to be before anybody knew that the service has it. */
  'already-filed': (evidence, save) => {
    const lines = linesOfSaves(evidence);
    const line = lines.get(save.id);
    if (line !== undefined && evidence.journal.mistakable.has(line)) return true;
    const isOfThatDocument = ({ id, fileId, state }: SaveRow) =>
      id < save.id && fileId === save.fileId && state === 'filed' && lines.get(id) === line;
    if (line !== undefined && evidence.rows.contents.some(isOfThatDocument)) return false;
    const { names = [], versions = [] } = documentOf(evidence, save) ?? {};
    const comparable = (name: string) => name.normalize('NFC').toLowerCase();
    const called = evidence.rows.saves.filter(({ fileId }) => fileId === save.fileId);
    return (
      called.some(({ name }) => names.some((one) => comparable(one) === comparable(name))) &&
      versions.some(({ entryId }) => evidence.network.delivered.has(entryId))
    );
  },
  /** Of which a colleague's deletion came. */
  'deleted-there': (evidence, save) =>
    documentOf(evidence, save)?.deletions.some(({ entryId }) => evidence.network.delivered.has(entryId)) ??
    false,
  /** The service took it and shows it to nobody. */
  'never-shown': (evidence, save) => (documentOf(evidence, save)?.hidden ?? 0) > 0,
  refused: isRefused,
  'no-new-documents': isRefused,
  'not-taken-back': isRefused,
  /** Read, and not registered yet when the engine ended. */
  'found-again': ({ recovers, journal }, { sha256 }) =>
    recovers && journal.stays.some(({ content }) => sha256Of(content) === sha256),
  'vault-damaged': ({ damaged }, { sha256 }) => damaged.has(sha256),
  'one-of-many': ({ journal }, { id }) =>
    [...journal.decisionsAboutMany, ...journal.reviews].some(
      ({ action, saveIds }) => action === 'look-at-each' && saveIds.includes(id),
    ),
};

const codeOf = ({ problem }: SaveRow): string =>
  String((JSON.parse(problem ?? '{}') as { code?: string }).code);

/** Milliseconds after which what is said of a folder is not what it was before. */
const lookedAtAfter = 5_000;

/** True when nothing lay in a matter's folder a moment ago: the person took all of it away. */
const isEmptyLately = ({ journal, matters, now }: Evidence, matterId: string): boolean => {
  const folder = matters.find(({ id }) => id === matterId)?.folder;
  return !journal.present.some(
    ({ path, from }) => path.startsWith(`${folder}/`) && now - from > lookedAtAfter,
  );
};

/** Reasons for trouble with a folder or a file, by what must have gone on lately for it. */
const issueCauses: Readonly<Record<string, readonly string[]>> = {
  missing: ['drive away'],
  emptied: ['drive away'],
  unreadable: ['drive away', 'held'],
  'not-compared': ['drive away', 'disk full', 'not kept'],
  'not-answering': ['drive away'],
  rescanned: ['looked through'],
  // Or it could not be tried again since.
  'vault-failed': ['disk full', 'not kept', 'drive away', 'folder away'],
  'unreadable-folder': ['drive away'],
  'not-made': ['drive away', 'disk full', 'not kept'],
  'part-missing': ['drive away'],
};

/** Milliseconds after which a folder that is away is told of, and what is said of it. */
const toldWithin = 6_000;
const saysAway: readonly string[] = ['missing', 'emptied', 'unreadable', 'not-answering'];

/** Milliseconds after which it is seen that a program has a document open no more. */
const closingSeenWithin = 15_000;

/** True when a program shows that it has what lies here open, or did a moment ago, and by another name than it has now. */
const isOpenAsBefore = ({ journal, disturbances, now }: Evidence, path: string): boolean => {
  const stoodAt = (at: string) => journal.stays.filter((stay) => stay.path === at);
  const isSame = (one: Stay, other: Stay) => one.line === other.line || one.inode === other.inode;
  const here = stoodAt(path);
  return journal.programs.some(
    (program) =>
      program.path !== path &&
      stoodAt(program.path).some((before) => here.some((stay) => isSame(stay, before))) &&
      journal.stays.some(
        (stay) =>
          // The sign goes with its directory to wherever the person moves that, and stays there: the program removes it where it put it.
          (stay.path === program.owner || stoodAt(program.owner).some(({ inode }) => stay.inode === inode)) &&
          // While the drive is away nobody can see whether the sign is still there; who starts anew looks as often again.
          (['drive away', 'down'] as const).some(
            (kind) => disturbances.longestWithout(kind, stay.path, stay.to ?? now, now) <= closingSeenWithin,
          ),
      ),
  );
};

export const problems: readonly Invariant[] = [
  {
    promise: '4: a problem shown has a cause that the world has',
    when: 'always',
    broken: (evidence) => {
      const { rows, shown, disturbances } = evidence;
      const ofSaves = rows.saves
        .filter((save) => save.state === 'problem' && !causes[codeOf(save)]?.(evidence, save))
        .map((save) => `save ${save.id} of ${save.name} (${save.fileId}): ${codeOf(save)}`);
      const placeOf = (matterId: string, path: string | null) => {
        const folder = evidence.matters.find(({ id }) => id === matterId)?.folder ?? '';
        return path === null ? folder : `${folder}/${path}`;
      };
      const ofIssues = (shown?.healthIssues ?? [])
        .filter(
          ({ kind, matterId, path }) =>
            !issueCauses[kind]?.some((cause) => disturbances.isRecent(cause, placeOf(matterId, path))),
        )
        .filter(
          ({ kind, matterId, path }) =>
            kind !== 'open-under-former-name' || !isOpenAsBefore(evidence, placeOf(matterId, path)),
        )
        .filter(({ kind, matterId }) => kind !== 'emptied' || !isEmptyLately(evidence, matterId))
        .map(({ matterId, path, kind }) => `${matterId} ${path ?? ''}: ${kind}`);
      return [...ofSaves, ...ofIssues];
    },
  },
  {
    promise: '3: a matter’s folder that is away is a problem shown',
    when: 'always',
    broken: ({ matters, shown, disturbances }) =>
      matters
        .filter(({ folder }) => disturbances.goesOnFor('drive away', folder) >= toldWithin)
        .filter(
          ({ folder }) => !['down', 'folder away'].some((reason) => disturbances.isRecent(reason, folder)),
        )
        .filter(
          ({ id }) =>
            !shown?.healthIssues.some(
              ({ matterId, path, kind }) => matterId === id && path === null && saysAway.includes(kind),
            ),
        )
        .map(({ folder }) => `${folder} is away, and nothing says so`),
  },
  {
    promise: '3: what lies in a folder that is away is not called removed',
    when: 'always',
    broken: ({ matters, rows, journal, disturbances, now }) =>
      matters.flatMap(({ id, folder }) => {
        const awayFor = disturbances.goesOnFor('drive away', folder);
        const removed = new Set(
          rows.files
            .filter((one) => one.matterId === id && one.removed)
            .map(({ path }) => `${folder}/${path}`),
        );
        return journal.present
          .filter(
            ({ path, from }) => awayFor > 0 && from < now - awayFor - lookedAtAfter && removed.has(path),
          )
          .map(({ path }) => path);
      }),
  },
  {
    promise: '4: every problem is shown with its cause and the next step',
    when: 'at the end',
    broken: ({ rows, shown }) => {
      if (!shown) return ['nothing is shown'];
      const ids = new Set(shown.problems.map(({ id }) => id));
      return [
        ...shown.problems
          .filter(({ what, why, next }) => !what || !why || !next)
          .map(({ id }) => `${id} does not say what, why and what next`),
        ...rows.saves
          .filter((save) => save.state === 'problem' && !ids.has(`save:${save.id}`))
          .map((save) => `save ${save.id} of ${save.name} needs a person and is not shown`),
      ];
    },
  },
  {
    promise: '1: what was damaged in the vault and still stands in its folder is taken from there',
    when: 'at the end',
    broken: ({ rows, journal }) => {
      const standing = new Set(journal.present.map(({ content }) => sha256Of(content)));
      return rows.contents
        .filter((save) => save.state === 'problem' && codeOf(save) === 'vault-damaged')
        .filter(({ sha256 }) => standing.has(sha256))
        .map((save) => `save ${save.id} of ${save.name} is called damaged`);
    },
  },
  {
    promise: '7: the person is asked about a version once',
    when: 'always',
    broken: (evidence) => {
      const { shown, rows, service, journal } = evidence;
      if (!shown || journal.decisions.length === 0) return [];
      const lines = possibleLines(evidence);
      return shown.problems.flatMap(({ id, theirs }) => {
        const save = rows.saves.find((one) => `save:${one.id}` === id);
        const { versions = [], deletions = [] } = (save && service.documents.get(save.fileId)) ?? {};
        if (!save || theirs === null) return [];
        // What was said of one document is no answer for another one that the person put in its place.
        const isOfAnother = (saveId: number) => {
          const [here, there] = [[...(lines.get(save.id) ?? [])], lines.get(saveId) ?? new Set()];
          return here.length > 0 && there.size > 0 && !here.some((line) => there.has(line));
        };
        const said = journal.decisions.filter(
          (one) =>
            one.fileId === save.fileId &&
            covering.has(one.decision) &&
            one.shown !== null &&
            !isOfAnother(one.saveId),
        );
        // Where nobody can tell that it was deleted before, what brought it back may be a version: that is asked about once, too.
        const isBack = !service.tellsOrder && deletions.some(({ endedBy }) => endedBy === theirs);
        if (isBack && !said.some(({ shown: one }) => one === theirs)) return [];
        // Told that it may be theirs, they were shown that version alone; otherwise it is the newest of all.
        const covered = new Set(
          said.flatMap((one) => {
            const upTo = filedBefore(versions, one.shown ?? '').map(({ entryId }) => entryId);
            return one.mayBeTheirs ? upTo.slice(-1) : upTo;
          }),
        );
        const isNew = filedBefore(versions, theirs).some(
          ({ by, entryId }) =>
            !covered.has(entryId) && (by !== 'us' || entryId === theirs || isUnheard(evidence, save)),
        );
        return isNew ? [] : [`save ${save.id} of ${save.name} asks about ${theirs} again`];
      });
    },
  },
];

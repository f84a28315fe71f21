import { type DocumentFacts, type Evidence, filedBefore, type Invariant } from './evidence.ts';
import { covering } from './filed.ts';
import { sha256Of } from './journal.ts';
import type { SaveRow } from './rows.ts';

/** What is true of the world when a save needs a person for this reason. A reason that is not here has no cause in it. */
type Cause = (evidence: Evidence, save: SaveRow) => boolean;

const documentOf = ({ service }: Evidence, { fileId }: SaveRow): DocumentFacts | undefined =>
  service.documents.get(fileId);

/** True when whether the service has one of this document's contents cannot be known here. */
const isUnheard = ({ network, forgot }: Evidence, { fileId }: SaveRow): boolean =>
  forgot || network.unheard.taken.has(fileId);

const somebodyElsesCame: Cause = (evidence, save) =>
  documentOf(evidence, save)?.versions.some(
    ({ by, entryId }) => by !== 'us' && evidence.network.delivered.has(entryId),
  ) ?? false;

const oneOfOursCame: Cause = (evidence, save) =>
  documentOf(evidence, save)?.versions.some(
    ({ by, entryId }) => by === 'us' && evidence.network.delivered.has(entryId),
  ) ?? false;

const isRefused: Cause = ({ network }, { fileId, matterId }) =>
  network.refused.has(fileId) || network.refused.has(matterId);

const causes: Readonly<Record<string, Cause>> = {
  /** Or one of ours came of which nobody can tell which save it was. */
  'newer-version': (evidence, save) =>
    somebodyElsesCame(evidence, save) || (isUnheard(evidence, save) && oneOfOursCame(evidence, save)),
  'may-be-filed': (evidence, save) =>
    (isUnheard(evidence, save) && oneOfOursCame(evidence, save)) ||
    // Before it is known who we are, anybody's may be ours.
    ((evidence.forgot || evidence.network.unheard.all.has(save.fileId)) && somebodyElsesCame(evidence, save)),
  /** A document that this one is called like, or came to be before anybody knew that the service has it. */
  'already-filed': (evidence, save) => {
    const { names = [], versions = [] } = documentOf(evidence, save) ?? {};
    const comparable = (name: string) => name.normalize('NFC').toLowerCase();
    const called = evidence.rows.saves.filter(({ fileId }) => fileId === save.fileId);
    return (
      called.some(({ name }) => names.some((one) => comparable(one) === comparable(name))) &&
      versions.some(({ entryId }) => evidence.network.delivered.has(entryId))
    );
  },
  /** The service took it and shows it to nobody. */
  'never-shown': (evidence, save) => (documentOf(evidence, save)?.hidden ?? 0) > 0,
  refused: isRefused,
  'no-new-documents': isRefused,
  'not-taken-back': isRefused,
  'vault-damaged': ({ damaged }, { sha256 }) => damaged.has(sha256),
  'one-of-many': ({ journal }, { id }) =>
    journal.decisionsAboutMany.some(
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
const troubleCauses: Readonly<Record<string, readonly string[]>> = {
  missing: ['folder away'],
  emptied: ['folder away'],
  unreadable: ['folder away', 'held'],
  'not-compared': ['folder away', 'disk full', 'not kept'],
  'not-answering': ['folder away'],
  'looked-through': ['looked through'],
  // Or it could not be tried again since.
  'vault-failed': ['disk full', 'not kept', 'folder away'],
  'unreadable-folder': ['folder away'],
  'not-made': ['folder away', 'disk full', 'not kept'],
  'part-missing': ['folder away'],
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
      const ofTroubles = (shown?.troubles ?? [])
        .filter(({ kind }) => !troubleCauses[kind]?.some((cause) => disturbances.isRecent(cause)))
        .filter(({ kind, matterId }) => kind !== 'emptied' || !isEmptyLately(evidence, matterId))
        .map(({ matterId, path, kind }) => `${matterId} ${path ?? ''}: ${kind}`);
      return [...ofSaves, ...ofTroubles];
    },
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
      return (shown?.problems ?? []).flatMap(({ id, theirs }) => {
        const save = rows.saves.find((one) => `save:${one.id}` === id);
        const versions = (save && service.documents.get(save.fileId)?.versions) ?? [];
        if (!save || theirs === null) return [];
        const said = journal.decisions.filter(
          (one) => one.fileId === save.fileId && covering.has(one.decision) && one.shown !== null,
        );
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

import { basename, dirname } from 'node:path/posix';
import { type DocumentFacts, type Evidence, type Invariant, matterOf } from './evidence.ts';
import { type Stay, sha256Of } from './journal.ts';
import { isNamedFor } from './names-everywhere.ts';
import { isDocumentPath } from './temporary-names.ts';

/** Milliseconds in which a program that shows to have a document open is seen. */
const openSeenWithin = 1_000;
/** Milliseconds in which what a history showed is so here, once the person looks at their matters and nothing stands in the way. */
const followedWithin = 60_000;

/** Milliseconds until what is saved was announced, where nothing stands in the way. */
const announcedWithin = 6_000;

/** The service's documents of the matter that a path is in. */
const documentsAt = (evidence: Evidence, path: string): readonly DocumentFacts[] => {
  const matter = matterOf(evidence, path);
  return [...evidence.service.documents.values()].filter(({ matterId }) => matterId === matter?.id);
};

/** Those of them of which the service has, or had, these bytes. */
export const documentsOf = (evidence: Evidence, path: string, content: Buffer): readonly DocumentFacts[] => {
  const sha256 = sha256Of(content);
  return documentsAt(evidence, path).filter(({ versions }) => versions.some((one) => one.sha256 === sha256));
};

/** True when a program showed then, and long enough for anybody to see it, that it has what stands at the path open. */
const isShownOpen = ({ journal }: Evidence, path: string, at: number): boolean =>
  journal.programs.some(
    (program) =>
      program.path === path &&
      journal.stays.some(
        ({ path: owner, from, to }) =>
          owner === program.owner && from + openSeenWithin <= at && (to ?? Number.POSITIVE_INFINITY) >= at,
      ),
  );

/** True for what the service gave out, and not for an earlier version that the person put back. */
const isGiven = ({ journal }: Evidence, path: string, content: Buffer, at: number): boolean =>
  journal.stays.some(
    (stay) => stay.given && stay.path === path && stay.from === at && stay.content === content,
  );

type Taken = Evidence['disk']['taken'][number];

/** True for what the person freed the space of before, of one document or of all of the matter. */
const isFreed = (evidence: Evidence, { path, content, at }: Taken): boolean => {
  const ids = documentsOf(evidence, path, content).map(({ fileId }) => fileId);
  return evidence.journal.freed.some(
    ({ matterId, fileIds, at: since }) =>
      matterId === matterOf(evidence, path)?.id &&
      since <= at &&
      (fileIds === null || ids.some((id) => fileIds.includes(id))),
  );
};

/** What is called otherwise, replaced or gone because of the service; each with the moment. */
const touched = (evidence: Evidence) => [
  ...evidence.disk.puts.flatMap(({ path, instead, at, content }) =>
    instead && isGiven(evidence, path, content, at)
      ? [{ path, at, what: 'was replaced', content: instead }]
      : [],
  ),
  ...evidence.disk.followed.map(({ from: path, at, content }) => ({
    path,
    at,
    what: 'was renamed',
    content,
  })),
  ...evidence.disk.taken.map(({ path, at, content }) => ({ path, at, what: 'was taken away', content })),
];

/**
 * True when it can be known here that the service gives documents out: an answer that there is no such operation, or of another shape,
 * says that it does not, and is believed for a day.
 */
const isFollowing = ({ network, forgot, recovers, now }: Evidence): boolean =>
  !forgot &&
  !recovers &&
  !network.saidNotOffered &&
  network.fetched.some(({ at }) => at < now - followedWithin);

/** True once its history came, and there was time to do what it says. */
const isTold = ({ network, now }: Evidence, entryId: string): boolean =>
  (network.deliveredAt.get(entryId) ?? Number.POSITIVE_INFINITY) < now - followedWithin;

/** What stands here of a document, as the program takes it, and nothing of it waits for anything. */
function settledHere(evidence: Evidence): readonly { stay: Stay; document: DocumentFacts }[] {
  const { journal, rows, service } = evidence;
  return journal.present.flatMap((stay) => {
    const matter = matterOf(evidence, stay.path);
    if (!matter || !isDocumentPath(stay.path)) return [];
    const below = stay.path.slice(matter.folder.length + 1);
    const row = rows.files.find((one) => one.matterId === matter.id && one.path === below && !one.removed);
    const document = row && service.documents.get(row.fileId);
    if (!document || document.matterId !== matter.id) return [];
    const waits = rows.saves.some(({ fileId, state }) => fileId === document.fileId && state !== 'filed');
    const isFiled = document.versions.some(({ sha256 }) => sha256 === sha256Of(stay.content));
    return waits || !isFiled ? [] : [{ stay, document }];
  });
}

/** True where something of a name of the document, also a former one, stands in the matter that the service does not have, or not as it is: it may be it. */
const isInTheWay = (evidence: Evidence, matterId: string, names: readonly string[]): boolean =>
  evidence.journal.present.some(({ path, content }) => {
    const isNamed = matterOf(evidence, path)?.id === matterId && isNamedFor(basename(path), names);
    // What has the same bytes and was never called so is another document; so is what was filed as one.
    const isKnown = documentsOf(evidence, path, content).some(
      (one) => isNamedFor(basename(path), one.names) || isFiledHereAs(evidence, path, one),
    );
    return isNamed && !isKnown;
  });

/** True where what was captured at a path is filed as this document. */
const isFiledHereAs = ({ rows, matters }: Evidence, path: string, { matterId, fileId }: DocumentFacts) => {
  const folder = matters.find(({ id }) => id === matterId)?.folder;
  return rows.byDocument
    .get(fileId)
    ?.some((save) => save.state === 'filed' && `${folder}/${save.path}` === path);
};

/** True where the person wants all of a matter here, and said nothing else since. */
const isKept = ({ journal }: Evidence, matterId: string): boolean => {
  const last = journal.keeping.findLast((one) => one.matterId === matterId);
  const freed = journal.freed.findLast((one) => one.matterId === matterId);
  return last?.keep === true && (freed?.at ?? 0) < last.at;
};

/**
 * True where history told of what was filed from here and of a version from another computer of the person's in the same answer, or
 * of that version alone, after ours was announced: nobody can tell which entry is which, and what is not known to be a filed version
 * is not replaced. What was filed from here by two announcements, each accepted, is told apart.
 */
function isOneOfTwo({ network, service }: Evidence, stay: Stay, { versions }: DocumentFacts): boolean {
  const own = versions.findLast(({ by, sha256 }) => by === 'us' && sha256 === sha256Of(stay.content));
  if (!own) return false;
  const at = network.deliveredAt.get(own.entryId);
  return versions.some(({ by, sha256, entryId, shownAt }) => {
    const told = network.deliveredAt.get(entryId);
    const isTheirs = by === 'elsewhere' || (by !== 'us' && !service.namesPeople);
    const mayBeOurs = at === undefined ? told !== undefined && shownAt > own.announcedAt : told === at;
    return isTheirs && sha256 !== own.sha256 && mayBeOurs;
  });
}

/** What the service has comes here, and what it deletes goes, without loss. */
export const bothWays: readonly Invariant[] = [
  {
    promise: '3: only what the service has gives its place to what it gives out',
    when: 'always',
    broken: (evidence) =>
      touched(evidence)
        .filter(({ what }) => what === 'was replaced')
        .filter(({ path, content }) => documentsOf(evidence, path, content).length === 0)
        .map(({ path, at }) => `what stood at ${path} at ${(at / 1000).toFixed(2)} s was filed nowhere`),
  },
  {
    promise:
      '3: what goes from here is in the wastebasket or in the vault, or the service gives it out again',
    when: 'always',
    broken: (evidence) =>
      evidence.disk.taken
        .filter((one) => !isFreed(evidence, one) || documentsOf(evidence, one.path, one.content).length === 0)
        // What was given back did not go, whatever the person did with it since, and neither did what stands set aside.
        .filter(({ isBack }) => !isBack)
        .filter(({ content }) => ![...evidence.disk.files.values()].some((one) => one.content === content))
        .filter(({ content }) => !evidence.rows.vault.has(sha256Of(content)))
        .filter(({ content }) => !evidence.disk.wastebasket.some((one) => one.content === content))
        .map(({ path }) => `what stood at ${path} is nowhere`),
  },
  {
    promise: '3: a document goes only where the service deleted it, or its space was freed',
    when: 'always',
    broken: (evidence) =>
      evidence.disk.taken
        .filter((one) => !isFreed(evidence, one) || documentsOf(evidence, one.path, one.content).length === 0)
        .filter(
          ({ path, content, at }) =>
            !documentsOf(evidence, path, content).some(({ deletions }) =>
              deletions.some(({ entryId }) => (evidence.network.deliveredAt.get(entryId) ?? at + 1) <= at),
            ),
        )
        .map(({ path, at }) => `${path} was taken away at ${(at / 1000).toFixed(2)} s`),
  },
  {
    promise: '3: what a program shows to have open is left as it is',
    when: 'always',
    broken: (evidence) =>
      touched(evidence)
        .filter(({ path, at }) => isShownOpen(evidence, path, at))
        .map(({ path, at, what }) => `${path} ${what} at ${(at / 1000).toFixed(2)} s`),
  },
  {
    promise: '3: a document is renamed here only as the service has it',
    when: 'always',
    broken: (evidence) =>
      evidence.disk.followed
        .filter(
          ({ from, to, content }) =>
            !documentsOf(evidence, from, content).some(
              ({ names }) => isNamedFor(basename(to), names) || basename(from) === basename(to),
            ),
        )
        .map(({ from, to }) => `${from} was renamed to ${to}`),
  },
  {
    promise: '2: what came from the service is not filed as a save',
    when: 'always',
    broken: ({ journal, rows, matters, forgot, recovers }) => {
      // What is not known to have come from there any more is somebody's.
      if (forgot || recovers) return [];
      const given = new Map<string, boolean>();
      for (const { path, content, given: cameThence } of journal.stays) {
        const key = `${matters.find(({ folder }) => path.startsWith(`${folder}/`))?.id} ${sha256Of(content)}`;
        given.set(key, (given.get(key) ?? true) && cameThence);
      }
      return rows.contents
        .filter(({ matterId, sha256 }) => given.get(`${matterId} ${sha256}`))
        .map(({ id, name }) => `save ${id} of ${name} is what the service gave out`);
    },
  },
  {
    promise: '3, 4: once trouble ends, what the service deleted is not here',
    when: 'at the end',
    broken: (evidence) => {
      const { service } = evidence;
      if (!isFollowing(evidence) || !service.tellsOrder || !service.tellsOfDeletions) return [];
      return settledHere(evidence)
        .filter(({ document: { deletions, fileId } }) => {
          const last = deletions.at(-1);
          // What is in another matter now stays.
          return !service.isMovedAway(fileId) && last?.endedAt === null && isTold(evidence, last.entryId);
        })
        .map(({ stay, document: { fileId } }) => `${stay.path} (${fileId}) is here`);
    },
  },
  {
    promise: '3, 4: once trouble ends, what is kept here is in its newest version',
    when: 'at the end',
    broken: (evidence) => {
      if (!isFollowing(evidence)) return [];
      return settledHere(evidence)
        .filter(({ document: { matterId, deletions, versions } }) => {
          const newest = versions.at(-1);
          const isGone = deletions.at(-1)?.endedAt === null;
          return isKept(evidence, matterId) && !isGone && newest && isTold(evidence, newest.entryId);
        })
        .filter(({ stay, document }) => document.versions.at(-1)?.sha256 !== sha256Of(stay.content))
        .filter(({ stay, document }) => !isOneOfTwo(evidence, stay, document))
        .map(({ stay, document: { fileId } }) => `${stay.path} (${fileId}) is an older version`);
    },
  },
  {
    promise: '3, 4: once trouble ends, all of what is kept here is here',
    when: 'at the end',
    broken: (evidence) => {
      const { service, journal, rows, matters, disk } = evidence;
      if (!isFollowing(evidence)) return [];
      const here = new Set(
        journal.stays.map(({ path, content }) => `${matterOf(evidence, path)?.id} ${sha256Of(content)}`),
      );
      const hasDirectory = (matterId: string, folderId: string | null) => {
        const root = matters.find(({ id }) => id === matterId)?.folder ?? '';
        const own = rows.folders.find((one) => one.matterId === matterId && one.folderId === folderId);
        return folderId === null || (own !== undefined && disk.directories.has(`${root}/${own.path}`));
      };
      return [...service.documents.values()]
        .filter(({ matterId, fileId, versions, deletions, folderId, names }) => {
          const newest = versions.at(-1);
          const isGone = deletions.at(-1)?.endedAt === null;
          if (!newest || isGone || !isKept(evidence, matterId) || !isTold(evidence, newest.entryId))
            return false;
          // What was ever here, the person may have taken away: also what they saved under its name, and are asked about.
          const wasHere =
            versions.some(({ sha256 }) => here.has(`${matterId} ${sha256}`)) ||
            rows.contents.some(
              (save) =>
                save.fileId === fileId &&
                save.problem?.includes('"already-filed"') &&
                here.has(`${matterId} ${save.sha256}`),
            );
          return !wasHere && hasDirectory(matterId, folderId) && !isInTheWay(evidence, matterId, names);
        })
        .map(({ name, fileId }) => `${name} (${fileId}) is not here`);
    },
  },
  {
    promise: '3, 4: once trouble ends, a document is called here as in the service, and lies there',
    when: 'at the end',
    broken: (evidence) => {
      const { service } = evidence;
      if (!isFollowing(evidence) || !service.tellsOrder) return [];
      return settledHere(evidence).flatMap(({ stay: { path, line, from }, document }) => {
        const { name, names, namedBy, namedAt, fileId, deletions, placing } = document;
        const here = basename(path);
        if (namedBy === 'us' || deletions.at(-1)?.endedAt === null || placing === null) return [];
        if (!isTold(evidence, placing.entryId) || isNamedFor(here, [name])) return [];
        // It may have been so before what stands here was announced under its name.
        if (from > namedAt - announcedWithin) return [];
        // What the person ever called it themselves, it keeps.
        const isTheirs = evidence.journal.stays.some(
          (one) =>
            one.line === line && one.renamed && !evidence.disk.followed.some(({ to }) => to === one.path),
        );
        const isFormer = isNamedFor(here, names);
        const isTaken = evidence.journal.present.some(
          (one) => dirname(one.path) === dirname(path) && isNamedFor(basename(one.path), [name]),
        );
        return isTheirs || !isFormer || isTaken ? [] : [`${path} (${fileId}) is called ${name} there`];
      });
    },
  },
  {
    promise: '4: nothing is fetched again and again for nothing',
    when: 'always',
    broken: ({ network, journal, starts }) => {
      const times = Map.groupBy(network.fetched, ({ fileId, sha256 }) => `${fileId} ${sha256}`);
      return [...times].flatMap(([key, fetched]) => {
        const [fileId = ''] = key.split(' ');
        // Each time that the person asks, frees its space, or deletes it; and once for each life of the program.
        const asked = journal.opened.filter((one) => one.fileId === fileId).length;
        const freed = journal.freed.filter(({ fileIds }) => fileIds?.includes(fileId) ?? true).length;
        const most = 3 + asked + freed + starts;
        return fetched.length > most ? [`${key.slice(0, 30)} was fetched ${fetched.length} times`] : [];
      });
    },
  },
  {
    promise: '4: each change of a name or a place is followed once',
    when: 'always',
    broken: (evidence) => {
      const { disk, service, forgot, recovers } = evidence;
      // What is not known to have been followed is followed once more.
      if (forgot || recovers) return [];
      const followed = disk.followed.flatMap((one) => {
        const [document, ...others] = documentsOf(evidence, one.from, one.content);
        return document && others.length === 0 ? [{ ...one, document }] : [];
      });
      return [...Map.groupBy(followed, ({ document }) => document)].flatMap(([{ placings, name }, times]) =>
        times.length > placings + (service.tellsOrder ? 0 : 1)
          ? [`${name} was renamed ${times.length} times, and changed ${placings} times`]
          : [],
      );
    },
  },
];

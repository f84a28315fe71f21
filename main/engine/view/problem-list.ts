import { basename } from 'node:path';
import type { MatterId, Problem } from '../../../shared/model/index.ts';
import { instant } from '../domain/instant.ts';
import type { DownloadsState } from '../features/fetching/downloads-offered.ts';
import { versionsShown } from '../features/fetching/wanted-version.ts';
import type { FileIssue, FolderIssue, HealthIssue } from '../features/folders/health-issues.ts';
import { idOf, type OpenedOlder } from '../features/open-documents/open-documents.ts';
import { versionsSince } from '../features/upload/in-history.ts';
import { problemOf, versionInTheWay } from '../features/upload/in-the-way.ts';
import { isNoRoom, type LocalStorageErrors, whyNotTaken } from '../platform/local-storage-errors.ts';
import { meanwhileProblems } from '../store/meanwhile-problem.ts';
import { type Recovery, recoverySetting } from '../store/recovery.ts';
import type { Save } from '../store/save.ts';
import { isConflict, readProblem, type SaveProblem } from '../store/save-problem.ts';
import type { Stores } from '../store/stores.ts';
import { continuedProblem } from './custody-rows.ts';
import { nameOf } from './document-rows.ts';
import { folderProblems } from './folder-problems.ts';
import { historyProblems } from './history-problems.ts';
import { massChangeProblems } from './mass-change-problems.ts';
import { holdsOtherMatters, liesInOtherMatters } from './other-matters-folder.ts';

/** That the disk takes nothing, as long as it does not. */
export const diskProblem = (now: LocalStorageErrors['now']): Problem[] =>
  now === null
    ? []
    : [
        {
          id: 'disk',
          matterId: null,
          matterTitle: null,
          subject: 'This computer',
          fileId: null,
          conflict: null,
          what: 'What is going on cannot be written down',
          why: whyNotTaken(now.code),
          next: 'Make room on the disk; everything goes on by itself then. What you saved is in its folder, and nothing is called filed before that is written down.',
          since: instant(now.since),
          nextTryAt: null,
          actions: [],
        },
      ];

/** Everything that needs a person now, oldest first. */
export function problemList(
  stores: Stores,
  healthIssues: readonly HealthIssue[],
  matters: { readonly why: string; readonly next: string; readonly since: number } | null,
  opened: readonly OpenedOlder[] = [],
  downloads: DownloadsState = 'not-offered',
): Problem[] {
  const titleOf = (matterId: MatterId): string | null => {
    const matter = stores.matters.get(matterId);
    return matter ? `${matter.number} ${matter.title}`.trim() : null;
  };
  const ofSaves = stores.saves.problems().flatMap((save): Problem[] => {
    const problem = problemOf(stores, save);
    if (!problem) return [];
    return [
      {
        id: `save:${save.id}`,
        matterId: problem.code === 'found-again' ? null : save.matterId,
        matterTitle: titleOf(save.matterId),
        subject: save.name,
        fileId: save.fileId,
        conflict: isConflict(problem.code) ? bothVersions(stores, save, downloads) : null,
        what: problem.what,
        why: problem.why,
        next: problem.next,
        since: instant(save.capturedAt),
        nextTryAt: null,
        actions: actionsFor(problem.code),
      },
    ];
  });
  const ofThisComputer = healthIssues.map(
    (issue): Problem => ({
      id: issue.path === null ? folderProblemId(issue.matterId) : `issue:${issue.matterId}:${issue.path}`,
      matterId: issue.matterId,
      matterTitle: titleOf(issue.matterId),
      fileId: null,
      conflict: null,
      subject: issue.path === null ? (stores.links.of(issue.matterId)?.path ?? null) : basename(issue.path),
      ...wordsOf(issue, healthIssues, titleOf),
      since: instant(issue.since),
      nextTryAt: null,
      actions: actionsForIssue(issue),
    }),
  );
  const ofMatters: Problem[] = matters
    ? [
        {
          id: 'matters',
          matterId: null,
          matterTitle: null,
          subject: null,
          fileId: null,
          conflict: null,
          what: 'The list of matters could not be brought up to date',
          why: matters.why,
          next: matters.next,
          since: instant(matters.since),
          nextTryAt: null,
          actions: ['retry'],
        },
      ]
    : [];
  const ofMany = [
    ...massChangeProblems(stores, titleOf),
    ...historyProblems(stores, titleOf),
    ...folderProblems(stores, titleOf),
  ];
  const staff = stores.matters.staffNames();
  const ofOpened = opened.map((found): Problem => {
    const { matterId, fileId, name } = found;
    return {
      id: idOf(found),
      matterId,
      matterTitle: titleOf(matterId),
      subject: name,
      fileId,
      conflict: null,
      changedWhileOpen: true,
      what: `“${name}” was changed by someone else while you have it open`,
      why: `${nameOf(found.userId, staff) ?? 'Someone'} filed a newer version. What you have open does not include it.`,
      next: 'Talk to them before you go on. If you save, both versions are kept, and you are asked which one to file.',
      since: instant(found.since),
      nextTryAt: null,
      actions: ['dismiss', 'show-in-folder'],
    };
  });
  return [
    ...recovered(stores),
    ...continuedProblem(stores),
    ...meanwhileProblems(stores),
    ...unproven(stores),
    ...ofMatters,
    ...ofSaves,
    ...ofMany,
    ...ofThisComputer,
    ...ofOpened,
  ].toSorted((a, b) => a.since.localeCompare(b.since));
}

const folderProblemId = (matterId: MatterId): string => `issue:${matterId}:`;

/** The matter whose folder the problem of this id is about; null for a problem of something else. */
export const matterOfFolderProblem = (id: string): MatterId | null =>
  (/^issue:(.+):$/.exec(id)?.[1] as MatterId | undefined) ?? null;

function actionsForIssue({ path, issue }: HealthIssue): Problem['actions'] {
  if (issue === 'another-folder') return ['same-folder', 'show-in-folder'];
  return path === null ? [] : ['show-in-folder'];
}

/** The person's save, and the newest version in history that it does not include. */
function bothVersions(
  stores: Stores,
  save: Save,
  downloads: DownloadsState,
): NonNullable<Problem['conflict']> {
  const newest = versionInTheWay(stores, save) ?? versionsSince(stores, save, 0).at(-1);
  // What is in the way may be a version of another document.
  const isNamed = versionsShown(stores, save).some(
    ({ entryId, documentVersionId }) => entryId === newest?.entryId && documentVersionId !== null,
  );
  return {
    mine: { savedAt: instant(save.capturedAt), size: save.size, version: `save:${save.id}` },
    theirs: {
      who: nameOf(newest?.userId ?? null, stores.matters.staffNames()),
      filedAt: newest?.timestamp ?? null,
      version: newest?.entryId ?? null,
      ...(isNamed && { fetchable: fetchableBy[downloads] }),
    },
  };
}

const fetchableBy = { off: 'no', 'not-offered': 'no', unknown: 'perhaps', offered: 'yes' } as const;

/** How many names of documents one problem tells. */
const namesTold = 10;

/** What an earlier program called filed, and nothing proves to be: told in one, until it was read. */
function unproven(stores: Stores): Problem[] {
  const saves = stores.saves.unproven();
  const [first] = saves;
  if (!first) return [];
  const names = [...new Set(saves.map(({ name }) => `“${name}”`))];
  const more = names.length > namesTold ? ` and ${names.length - namesTold} others` : '';
  const count = saves.length === 1 ? 'One save' : `${saves.length} saves`;
  return [
    {
      id: unprovenId,
      matterId: null,
      matterTitle: null,
      subject: null,
      fileId: null,
      conflict: null,
      what: `${count} may not be filed: ${names.slice(0, namesTold).join(', ')}${more}`,
      why: 'An earlier version of Matterline called them filed because a version by you appeared in the service. It may have come from another computer of yours, and nothing kept here proves that it is the same.',
      next: 'Compare those documents with the service. What was saved here is kept, under “Versions” of each document; nothing is sent again by itself.',
      since: instant(first.capturedAt),
      nextTryAt: null,
      actions: ['dismiss'],
    },
  ];
}

/** The id of the problem that tells of saves that are not proven to be filed. */
export const unprovenId = 'unproven';

/** The program's own records were damaged: the person is told until they have read it. */
function recovered(stores: Stores): Problem[] {
  const setting = stores.matters.setting(recoverySetting);
  if (!setting) return [];
  const recovery: Recovery = JSON.parse(setting);
  return [
    {
      id: 'recovered',
      matterId: null,
      matterTitle: null,
      subject: null,
      fileId: null,
      conflict: null,
      what: 'Matterline’s own records were damaged and have been made anew',
      why:
        recovery.damagedFile === null
          ? 'The file that holds them was gone.'
          : `The disk returned something else than was written. The damaged file is kept as ${basename(recovery.damagedFile)}.`,
      next: [
        recovery.linksKept
          ? ''
          : 'It is not known any more which folders belong to which matters: link them again.',
        recovery.outboxIncomplete
          ? 'Not all saves that were on their way could be read; those found again are listed here as problems.'
          : 'All saves that were on their way are kept.',
      ]
        .join(' ')
        .trim(),
      since: instant(recovery.at),
      nextTryAt: null,
      actions: ['dismiss'],
    },
  ];
}

/** True while the window offers this for what the save needs. */
export function isOffered(save: Save, action: Problem['actions'][number]): boolean {
  const problem = readProblem(save.problem);
  return problem !== null && actionsFor(problem.code).includes(action);
}

function actionsFor(code: SaveProblem['code']): Problem['actions'] {
  switch (code) {
    case 'may-be-filed':
      return ['already-there', 'file-on-top', 'file-separately', 'keep-unfiled', 'show-in-folder'];
    case 'newer-version':
    case 'not-all-shown':
    case 'already-filed':
    case 'deleted-there':
      return ['file-on-top', 'file-separately', 'keep-unfiled', 'show-in-folder'];
    case 'not-taken-back':
      return ['file-separately', 'retry', 'keep-unfiled', 'show-in-folder'];
    case 'one-of-many':
    case 'may-be-announced':
    case 'written-after-restoring':
      return ['file', 'keep-unfiled', 'show-in-folder'];
    case 'found-again':
      return ['dismiss'];
    default:
      return ['retry', 'keep-unfiled', 'show-in-folder'];
  }
}

type Words = Pick<Problem, 'what' | 'why' | 'next'>;

const folderWords: Record<Extract<FolderIssue, string>, Words> = {
  missing: {
    what: 'The matter’s folder is not there',
    why: 'It was moved or deleted, or its drive is not connected.',
    next: 'Connect the drive or put the folder back; filing goes on by itself. Nothing was removed from the service.',
  },
  emptied: {
    what: 'The matter’s folder is empty',
    why: 'All documents vanished at once; often a drive that is not connected.',
    next: 'Connect the drive or put the documents back. Nothing was removed from the service.',
  },
  'another-folder': {
    what: 'Another folder stands where the matter’s folder was',
    why: 'It was moved away or replaced, or changed places with another. Nothing in it is filed, and nothing was removed.',
    next: 'Put the matter’s folder back. If this is it all the same, a copy or one from a backup, say so: documents that are as they were stay what they are, and you are asked about those that differ.',
  },
  unreadable: {
    what: 'The matter’s folder cannot be read',
    why: 'The system does not allow reading it.',
    next: 'Check the permissions of the folder. Matterline looks again by itself.',
  },
  'not-compared': {
    what: 'Changes in the matter’s folder are not noticed now',
    why: 'What Matterline knows of its documents could not be read.',
    next: 'Matterline tries again by itself, and finds then what changed meanwhile. If this stays, save the report for IT support, in the settings under Troubleshooting, and send it to whoever looks after your computers.',
  },
  'not-answering': {
    what: 'The drive of the matter’s folder does not answer',
    why: 'Often a shared drive whose server, or the way to it, is down.',
    next: 'Connect the drive again; filing from this folder goes on by itself then. Everything else goes on meanwhile.',
  },
  'own-data': {
    what: 'The matter’s folder leads to Matterline’s own data',
    why: 'By a link or another name it holds what Matterline keeps for itself, or lies in it. Nothing in it is filed.',
    next: 'Put the folder elsewhere, or unlink it and link another one.',
  },
  'read-only': {
    what: 'Nothing can be saved in the matter’s folder',
    why: 'The folder, or the drive it is on, has become read-only.',
    next: 'Check the permissions of the folder. What is already in it goes on being filed.',
  },
};

function wordsOfFolder(issue: FolderIssue): Words {
  if (typeof issue === 'string') return folderWords[issue];
  const every =
    issue.everySeconds < 120 ? `${issue.everySeconds} seconds` : `${issue.everySeconds / 60} minutes`;
  const because =
    issue.because === 'shared-drive'
      ? 'it is on a drive that does not tell what others change there'
      : 'the system’s limit of watched folders is reached';
  return {
    what: 'Saves in the matter’s folder are noticed a little later',
    why: `This folder is looked through every ${every} instead of being watched, because ${because}.`,
    next:
      issue.because === 'shared-drive'
        ? 'Nothing needs to be done. Every save is still filed.'
        : 'Every save is still filed. To be quicker, ask the person who looks after your computers to raise that limit.',
  };
}

function wordsOf(
  of: HealthIssue,
  all: readonly HealthIssue[],
  titleOf: (matterId: MatterId) => string | null,
): Words {
  const { issue, path } = of;
  if (typeof issue !== 'object' || !('code' in issue)) {
    const moved = issue === 'missing' ? liesInOtherMatters(of, all, titleOf) : null;
    return moved ?? wordsOfFolder(issue);
  }
  if (issue.kind === 'other-matters-folder')
    return holdsOtherMatters(path ?? '', issue.code === '' ? null : (issue.code as MatterId), titleOf);
  return fileWords(issue, basename(path ?? ''));
}

function fileWords(issue: FileIssue, name: string): Words {
  if (issue.kind === 'unreadable-folder') {
    return {
      what: `The folder “${name}” cannot be read`,
      why: `The system does not allow looking into it (${issue.code}). What is saved in it is not noticed.`,
      next: 'Check its permissions. Matterline tries again by itself, and everything beside it is filed.',
    };
  }
  if (issue.kind === 'linked-folder') {
    return {
      what: `“${name}” is a link now: what is saved in it is not filed`,
      why: 'A link or a junction stands where the folder was. What it leads to may be anybody’s, so it is not followed; the documents known in it count as they were.',
      next: 'Move the folder itself back to its place: what was saved meanwhile is filed then. If its documents are not needed here, delete the link.',
    };
  }
  if (issue.kind === 'lost-folder') {
    return {
      what: `The documents of “${name}” are away with their drive`,
      why: 'The folder was on another drive, and most of its documents are not in what stands there now. They count as they were, and what is saved there meanwhile is not filed.',
      next: 'Connect the drive again: filing from this folder goes on by itself then. If its documents are not needed here, delete the folder.',
    };
  }
  if (issue.kind === 'unreadable-name') {
    return {
      what: `“${issue.code}” is not filed`,
      why: 'Its name is not valid UTF-8 text, so that the program cannot open it, nor anything in it if it is a folder.',
      next: 'Give it another name in the file manager. It is filed then by itself.',
    };
  }
  if (issue.kind === 'unreadable') {
    return {
      what: `“${name}” cannot be read`,
      why: `Another program holds it, or you may not read it (${issue.code}).`,
      next: 'Close the program that has it open, or check its permissions. Matterline tries again by itself.',
    };
  }
  if (issue.kind === 'open-under-former-name') {
    return {
      what: `“${name}” is open under its former name`,
      why: `A program had it open as “${issue.code}” when it was renamed here. What is saved there becomes a version of “${name}”, under this name.`,
      next: 'Close it in that program and open it again, so that it is saved under its name.',
    };
  }
  if (issue.kind === 'not-made') {
    return {
      what: `The folder “${name}” cannot be made here`,
      why: isNoRoom(issue.code) ? 'The disk is full.' : `The system did not allow it (${issue.code}).`,
      next: 'Check the permissions of the folder it belongs in. Matterline tries again by itself; other folders are not affected.',
    };
  }
  return {
    what: `“${name}” could not be captured`,
    why: isNoRoom(issue.code)
      ? 'The disk is full.'
      : `The program’s own folder could not be written (${issue.code}).`,
    next: 'Make room on the disk. Matterline tries again by itself; the document itself is untouched.',
  };
}

import { basename } from 'node:path';
import type { MatterId, Problem } from '../../../shared/model.ts';
import { isNoRoom, type OwnTrouble, whyNotTaken } from '../own-trouble.ts';
import { type Recovery, recoverySetting } from '../store/recovery.ts';
import type { Save } from '../store/save.ts';
import type { Stores } from '../store/stores.ts';
import { newestNotIncluded, versionsSince } from '../upload/in-history.ts';
import { isConflict, readProblem, type SaveProblem } from '../upload/save-problem.ts';
import { idOf, type OpenedOlder } from '../watch/open-documents.ts';
import type { FileTrouble, FolderTrouble, Trouble } from '../watch/troubles.ts';
import { nameOf } from './document-rows.ts';
import { instant } from './instant.ts';
import { massChangeProblems } from './mass-change-problems.ts';

/** That the disk takes nothing, as long as it does not. */
export const diskProblem = (now: OwnTrouble['now']): Problem[] =>
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
  troubles: readonly Trouble[],
  matters: { readonly why: string; readonly next: string; readonly since: number } | null,
  opened: readonly OpenedOlder[] = [],
): Problem[] {
  const titleOf = (matterId: MatterId): string | null => {
    const matter = stores.matters.get(matterId);
    return matter ? `${matter.number} ${matter.title}`.trim() : null;
  };
  const ofSaves = stores.saves
    .open()
    .filter((save) => save.state === 'problem')
    .flatMap((save): Problem[] => {
      const problem = readProblem(save.problem);
      if (!problem) return [];
      return [
        {
          id: `save:${save.id}`,
          matterId: problem.code === 'found-again' ? null : save.matterId,
          matterTitle: titleOf(save.matterId),
          subject: save.name,
          fileId: save.fileId,
          conflict: isConflict(problem.code) ? bothVersions(stores, save) : null,
          what: problem.what,
          why: problem.why,
          next: problem.next,
          since: instant(save.capturedAt),
          nextTryAt: null,
          actions: actionsFor(problem.code),
        },
      ];
    });
  const ofThisComputer = troubles.map(
    (trouble): Problem => ({
      id: `trouble:${trouble.matterId}:${trouble.path ?? ''}`,
      matterId: trouble.matterId,
      matterTitle: titleOf(trouble.matterId),
      fileId: null,
      conflict: null,
      subject:
        trouble.path === null ? (stores.links.of(trouble.matterId)?.path ?? null) : basename(trouble.path),
      ...wordsOf(trouble),
      since: instant(trouble.since),
      nextTryAt: null,
      actions: trouble.path === null ? [] : ['show-in-folder'],
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
  const ofMany = massChangeProblems(stores, titleOf);
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
  return [...recovered(stores), ...ofMatters, ...ofSaves, ...ofMany, ...ofThisComputer, ...ofOpened].toSorted(
    (a, b) => a.since.localeCompare(b.since),
  );
}

/** The person's save, and the newest version in history that it does not include. */
function bothVersions(stores: Stores, save: Save): NonNullable<Problem['conflict']> {
  const base = stores.links.fileOfDocument(save.matterId, save.fileId)?.baseSeq ?? 0;
  const newest = newestNotIncluded(stores, save) ?? versionsSince(stores, save, base).at(-1);
  return {
    mine: { savedAt: instant(save.capturedAt), size: save.size },
    theirs: {
      who: nameOf(newest?.userId ?? null, stores.matters.staffNames()),
      filedAt: newest?.timestamp ?? null,
    },
  };
}

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
      why: `The disk returned something else than was written. The damaged file is kept as ${basename(recovery.damagedFile)}.`,
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

function actionsFor(code: SaveProblem['code']): Problem['actions'] {
  switch (code) {
    case 'newer-version':
    case 'already-filed':
      return ['file-on-top', 'file-separately', 'keep-unfiled', 'show-in-folder'];
    case 'one-of-many':
      return ['file', 'keep-unfiled', 'show-in-folder'];
    case 'found-again':
      return ['dismiss'];
    default:
      return ['retry', 'keep-unfiled', 'show-in-folder'];
  }
}

type Words = Pick<Problem, 'what' | 'why' | 'next'>;

const folderWords: Record<Extract<FolderTrouble, string>, Words> = {
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
  unreadable: {
    what: 'The matter’s folder cannot be read',
    why: 'The system does not allow reading it.',
    next: 'Check the permissions of the folder. Matterline looks again by itself.',
  },
  'read-only': {
    what: 'Nothing can be saved in the matter’s folder',
    why: 'The folder, or the drive it is on, has become read-only.',
    next: 'Check the permissions of the folder. What is already in it goes on being filed.',
  },
};

function wordsOfFolder(trouble: FolderTrouble): Words {
  if (typeof trouble === 'string') return folderWords[trouble];
  if (trouble.kind === 'part-missing') {
    return {
      what: `“${trouble.part}” is empty`,
      why: 'All documents in it vanished at once, with the drive they were on.',
      next: 'Connect the drive, or delete the empty folder if they are not needed here. Nothing was removed from the service.',
    };
  }
  const every =
    trouble.everySeconds < 120 ? `${trouble.everySeconds} seconds` : `${trouble.everySeconds / 60} minutes`;
  const because =
    trouble.because === 'shared-drive'
      ? 'it is on a drive that does not tell what others change there'
      : 'the system’s limit of watched folders is reached';
  return {
    what: 'Saves in the matter’s folder are noticed a little later',
    why: `This folder is looked through every ${every} instead of being watched, because ${because}.`,
    next:
      trouble.because === 'shared-drive'
        ? 'Nothing needs to be done. Every save is still filed.'
        : 'Every save is still filed. To be quicker, ask the person who looks after your computers to raise that limit.',
  };
}

function wordsOf({ trouble, path }: Trouble): Words {
  return typeof trouble === 'object' && 'code' in trouble
    ? fileWords(trouble, basename(path ?? ''))
    : wordsOfFolder(trouble);
}

function fileWords(trouble: FileTrouble, name: string): Words {
  if (trouble.kind === 'unreadable') {
    return {
      what: `“${name}” cannot be read`,
      why: `Another program holds it, or you may not read it (${trouble.code}).`,
      next: 'Close the program that has it open, or check its permissions. Matterline tries again by itself.',
    };
  }
  return {
    what: `“${name}” could not be captured`,
    why: isNoRoom(trouble.code)
      ? 'The disk is full.'
      : `The program’s own folder could not be written (${trouble.code}).`,
    next: 'Make room on the disk. Matterline tries again by itself; the document itself is untouched.',
  };
}

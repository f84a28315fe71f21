import { basename } from 'node:path';
import type { MatterId, Problem } from '../../../shared/model/index.ts';
import { instant } from '../domain/instant.ts';
import { readWhy } from '../features/service-folders/folder-words.ts';
import type { Stores } from '../store/stores.ts';

type FolderStores = Pick<Stores, 'foldersToMake' | 'foldersAgreed' | 'links'>;

/** A problem, and what follows from what the person says about it. */
interface FolderProblem {
  readonly problem: Problem;
  readonly act: (action: 'retry' | 'dismiss') => void;
  /** The directory of which a folder is to be made; null for one that is renamed or moved. */
  readonly toMake: string | null;
}

/** What the service refused to make, rename or move of the folders here: their documents are filed all the same. */
export const folderProblems = (
  stores: FolderStores,
  titleOf: (matterId: MatterId) => string | null,
): Problem[] => all(stores, titleOf).map(({ problem }) => problem);

/** Does what the person said; what it is about, or null for another problem. */
export function actOnFolderProblem(
  stores: FolderStores,
  id: string,
  action: Problem['actions'][number],
): { readonly matterId: MatterId; readonly toMake: string | null } | null {
  const found = all(stores, () => null).find(({ problem }) => problem.id === id);
  const matterId = found?.problem.matterId;
  if (!matterId || (action !== 'retry' && action !== 'dismiss')) return null;
  found.act(action);
  return { matterId, toMake: found.toMake };
}

function all(
  { foldersToMake, foldersAgreed, links }: FolderStores,
  titleOf: (matterId: MatterId) => string | null,
): FolderProblem[] {
  const common = (matterId: MatterId, name: string, since: number) => ({
    ...{ matterId, matterTitle: titleOf(matterId), subject: name, fileId: null, conflict: null },
    ...{ since: instant(since), nextTryAt: null, actions: ['retry', 'dismiss'] satisfies Problem['actions'] },
  });
  const notMade = foldersToMake.refused().map((row): FolderProblem => {
    const { matterId, path, since, refused } = row;
    const name = basename(path);
    return {
      toMake: path,
      act: (action) =>
        action === 'retry'
          ? foldersToMake.forget(matterId, path)
          : foldersToMake.put({ ...row, refused: '' }),
      problem: {
        ...common(matterId, name, since),
        id: `folder-to-make:${matterId}:${path}`,
        what: `The service did not make the folder “${name}”`,
        why: readWhy(refused ?? '{}').why,
        next: 'What is in it is filed in the folder above, with its place here in its details. Give it another name, or try again.',
      },
    };
  });
  const notTold = foldersAgreed.refused().flatMap(({ matterId, folderId, told }): FolderProblem[] => {
    const own = links.folders(matterId).find((one) => one.folderId === folderId);
    if (!own) return [];
    const name = basename(own.path);
    return [
      {
        toMake: null,
        act: (action) =>
          foldersAgreed.putTold(
            matterId,
            folderId,
            action === 'retry' ? { ...told, told: '', refused: null } : { ...told, refused: '' },
          ),
        problem: {
          ...common(matterId, name, told.at),
          id: `folder-told:${matterId}:${folderId}`,
          what: `The service did not rename or move the folder “${name}”`,
          why: readWhy(told.refused ?? '{}').why,
          next: 'It is as it was there, and as it is here on this computer: what is saved in it is filed in it. Try again, or name it otherwise.',
        },
      },
    ];
  });
  return [...notMade, ...notTold];
}

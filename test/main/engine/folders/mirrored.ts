import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { FolderId } from '../../../../shared/model/index.ts';
import { eventually, openWorkplace, type Workplace } from '../../../support/workplace.ts';

/** With an engine whose clock goes fast: folders are read in turn, and what had to wait is tried again after a while. */
export const openQuickly = (options: Parameters<typeof openWorkplace>[0]): Promise<Workplace> =>
  openWorkplace({ speedUp: 5, ...options });

/** A folder's directory is there, with a filed document in it. */
export async function withFiled(
  place: Workplace,
  directory: string,
  document = 'Claim.docx',
): Promise<string> {
  await expect.poll(() => existsSync(join(place.folder, directory)), eventually).toBe(true);
  writeFileSync(join(place.folder, directory, document), `the content of ${document}`);
  await expect.poll(() => fileAt(place, `${directory}/${document}`), eventually).toBeDefined();
  await place.allFiled();
  return fileAt(place, `${directory}/${document}`)?.fileId ?? '';
}

export const fileAt = ({ workspace, matterId }: Workplace, path: string) =>
  workspace.stores.links.files(matterId).find((file) => file.path === path && !file.removed);

export const serviceFolder = ({ service, matterId }: Workplace, name: string): string =>
  service.foldersOf(matterId).find((folder) => folder.name === name)?.folderId ?? '';

/** Somebody renames a folder in the service, and this computer has read of it and done what it does about it. */
export async function renamedInService(place: Workplace, from: string, to: string): Promise<void> {
  const { service, workspace, matterId } = place;
  const folderId = serviceFolder(place, from) as FolderId;
  service.colleague.renameFolder(folderId, to);
  const known = () => workspace.stores.documents.folders(matterId).find(({ id }) => id === folderId)?.name;
  workspace.poller.look(matterId);
  await expect.poll(known, eventually).toBe(to);
  await workspace.watches.mirror(matterId);
}

/** Folders that the practice service has in every matter. */
export const sampleFolders = /^(Correspondence|Counsel|Evidence|Pleadings)/;

export const directoriesIn = ({ folder }: Workplace): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !sampleFolders.test(path))
    .toSorted();

/** The same, once what waits has been tried again. */
export const directoriesOnceTried = (place: Workplace): Promise<string[]> =>
  place.workspace.watches.mirror(place.matterId).then(() => directoriesIn(place));

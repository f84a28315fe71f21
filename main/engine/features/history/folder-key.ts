import type { FolderId, MatterId } from '../../../../shared/model/index.ts';

/** One text for each folder of each matter; `folderId` null is the root folder. */
export const folderKey = (matterId: MatterId, folderId: FolderId | null): string =>
  JSON.stringify([matterId, folderId]);

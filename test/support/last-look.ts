import type { FileFacts } from '../../main/engine/platform/files.ts';
import type { LastLook } from '../../main/engine/store/links.ts';

/** A look as the database gives it back. */
export const lastLook = ({ size, modified, changed, inode }: FileFacts): LastLook =>
  `${size} ${modified} ${changed} ${inode}` as LastLook;

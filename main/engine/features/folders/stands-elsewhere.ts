import { join, posix } from 'node:path';
import type { MatterId } from '../../../../shared/model/index.ts';
import type { Files } from '../../platform/files.ts';
import { leadsElsewhere } from '../../platform/lineage.ts';
import type { LinkStore } from '../../store/links.ts';
import { isUnplugged } from './folder-health.ts';
import { otherMatterOf } from './same-directory.ts';

/**
 * True when what stands at a path of a matter's folder is not in that folder: it is behind a link, or in another matter's folder that
 * was put there, or its drive is away. Nothing is replaced, renamed or removed there, whatever is known of it.
 * @param below the folder, with '/' between names
 */
export async function standsElsewhere(
  ports: { readonly files: Files; readonly links: LinkStore },
  folder: { readonly matterId: MatterId; readonly path: string },
  below: string,
): Promise<boolean> {
  const { files, links } = ports;
  if (await leadsElsewhere(files, folder.path, below)) return true;
  for (let part = posix.dirname(below); part !== '.'; part = posix.dirname(part)) {
    const path = join(folder.path, part);
    const there = await files.facts(path);
    if (there && otherMatterOf(links, folder.matterId, { path, inode: there.inode }) !== null) return true;
  }
  return isUnplugged(ports, folder, posix.dirname(below));
}

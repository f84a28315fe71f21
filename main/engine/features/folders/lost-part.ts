import { dirname, join } from 'node:path';
import type { MatterId } from '../../../../shared/model/index.ts';
import type { FileFacts, Files } from '../../platform/files.ts';
import type { LinkStore } from '../../store/links.ts';
import { holdsWhatIsKnown, isSameDirectory, onSameDevice } from './same-directory.ts';

interface Ports {
  readonly files: Files;
  readonly links: LinkStore;
}
interface Matter {
  readonly matterId: MatterId;
  readonly path: string;
}

/**
 * True when a directory below the matter folder is the place of a drive that is not connected, or shows another drive: it is on
 * another one than it was, and most documents known in it are not in it. What is put there would be hidden once the drive is back.
 * Which drive a directory is on is remembered here whenever it is not the one of the directory above.
 * @param part below the matter folder, with '/' between names
 * @param there what stands there, a directory
 */
export async function isLost(
  ports: Ports,
  matter: Matter,
  part: string,
  there: Pick<FileFacts, 'inode'>,
): Promise<boolean> {
  const { files, links } = ports;
  const { matterId } = matter;
  const path = join(matter.path, part);
  const mounted = links.mountedAt(matterId, part);
  const folder = links.folders(matterId).find((one) => one.path === part)?.inode ?? null;
  const above = await files.facts(dirname(path));
  const isOwnDrive = above !== null && !onSameDevice(there, above);
  const remember = () => {
    try {
      if (isOwnDrive && mounted !== there.inode) links.putMounted(matterId, part, there.inode);
    } catch {
      // A full disk: it is remembered at another look.
    }
  };
  const known = [mounted, folder].filter((inode) => inode !== null);
  const isKnown = known.some((inode) => isSameDirectory(inode, there.inode));
  // Made anew where it was; a drive that is another one may show the same device.
  const isOnSame = !isOwnDrive && known.every((inode) => onSameDevice({ inode }, there));
  if (isKnown || isOnSame) {
    remember();
    return false;
  }
  if (links.someFiles(matterId, 1, part).length === 0) {
    if (known.length > 0 && !(await files.holdsAny(path, () => true))) return true;
    remember();
    return false;
  }
  if (!(await holdsWhatIsKnown(ports, matter, part))) return true;
  if (isOwnDrive) remember();
  else links.putMounted(matterId, part, null);
  return false;
}

/** True when a directory, or one above it, has lost its drive. */
export async function isInLostPart(ports: Ports, matter: Matter, directory: string): Promise<boolean> {
  const names = directory.split('/').filter((name) => name !== '' && name !== '.');
  for (let depth = 1; depth <= names.length; depth += 1) {
    const part = names.slice(0, depth).join('/');
    const there = await ports.files.facts(join(matter.path, part));
    if (there?.kind !== 'directory') return false;
    if (await isLost(ports, matter, part, there)) return true;
  }
  return false;
}

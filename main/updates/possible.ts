import path from 'node:path';
import type { UpdatesState } from '../../shared/model/updates.ts';

type Off = Extract<UpdatesState, { state: 'off' }>['why'];

/** What decides whether this copy of the program may replace itself. */
export interface Copy {
  readonly platform: 'win32' | 'darwin' | 'linux';
  readonly isRelease: boolean;
  /** What the administrator decided. */
  readonly managed: 'on' | 'off' | null;
  /** `app-update.yml` of the package; null when it has none. */
  readonly feedFile: string | null;
  readonly executable: string;
  /** The folder for programs of one person (Windows); null when there is none. */
  readonly localPrograms: string | null;
}

/**
 * Why it does not update itself; null when it does. Only where a signature says who made the next version: on Windows and
 * macOS. What was installed for the whole computer (MSI, deb) is replaced by whoever installed it.
 */
export function whyNoUpdates(copy: Copy): Off | null {
  const { platform, isRelease, managed, feedFile, executable, localPrograms } = copy;
  if (managed === 'off') return 'managed';
  if (!isRelease) return 'source';
  if (platform === 'linux' || feedFile === null || !isSecure(feedFile)) return 'system';
  if (platform === 'darwin') return null;
  const isOfOnePerson = localPrograms !== null && isBelow(localPrograms, executable);
  if (!isOfOnePerson) return 'system';
  // Without a name to compare with, any signature or none would do.
  return /^publisherName:\s*(\r?\n\s*-\s*)?\S/m.test(feedFile) ? null : 'unsigned';
}

const isSecure = (feedFile: string): boolean => /^url:\s*['"]?https:\/\//m.test(feedFile);

function isBelow(folder: string, file: string): boolean {
  const below = path.win32.relative(folder, file);
  return below !== '' && !below.startsWith('..') && !path.win32.isAbsolute(below);
}

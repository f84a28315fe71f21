import { readFileSync } from 'node:fs';
import { parse } from 'node:path';
import type { Clock } from '../../../shared/base/clock.ts';

/** What lies on the same drive, as far as it can be told without asking any drive: one that is dead must not be asked. */
export type MountOf = (path: string) => string;

/** Milliseconds for which the list of drives is used again. */
const kept = 2_000;

/** The drives of this computer: by Linux's own list, by the drive's letter or share on Windows, by `/Volumes` on macOS. */
export function systemMounts(clock: Clock): MountOf {
  if (process.platform === 'win32') return (path) => parse(path).root.toLowerCase();
  if (process.platform !== 'linux') return (path) => /^\/Volumes\/[^/]+/.exec(path)?.[0] ?? '/';
  let mounts: readonly Mount[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return (path) => {
    if (clock.steady() - readAt > kept) {
      // The kernel's memory, not a drive. Where there is no such list, all is one drive.
      try {
        mounts = mountsIn(readFileSync('/proc/self/mountinfo', 'utf8'));
      } catch {
        mounts = [];
      }
      readAt = clock.steady();
    }
    return mountOfPath(mounts, path);
  };
}

export interface Mount {
  /** Another one after it was connected anew. */
  readonly id: string;
  readonly point: string;
}

/** Longest point first; of two at the same place, the later one, which covers the earlier. */
export function mountsIn(mountinfo: string): Mount[] {
  const mounts = mountinfo.split('\n').flatMap((line): Mount[] => {
    const [id, , , , at] = line.split(' ');
    if (id === undefined || at === undefined) return [];
    // Spaces and the like stand there as octal numbers.
    const point = at.replace(/\\([0-7]{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    return [{ id, point }];
  });
  return mounts.reverse().toSorted((one, other) => other.point.length - one.point.length);
}

export function mountOfPath(mounts: readonly Mount[], path: string): string {
  const isAbove = ({ point }: Mount) => point === '/' || path === point || path.startsWith(`${point}/`);
  return mounts.find(isAbove)?.id ?? '';
}

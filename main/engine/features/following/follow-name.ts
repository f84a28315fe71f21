import { join, posix } from 'node:path';
import type { Clock } from '../../../../shared/base/clock.ts';
import { withExtension } from '../../domain/shown-name.ts';
import { type Files, failureCode } from '../../platform/files.ts';
import type { LocalFile } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import type { CaptureTurns } from '../capture/capture-turns.ts';
import { registerFollowed } from '../capture/register-rename.ts';
import { nameHere, placeOf } from '../fetching/place-of-document.ts';
import type { Journal } from '../folders/staging-files.ts';
import { standsElsewhere } from '../folders/stands-elsewhere.ts';
import { lookAtCopy, type NotYet } from './as-it-is.ts';

export interface FollowNamePorts {
  readonly files: Files;
  readonly stores: Stores;
  readonly clock: Clock;
  /** Those of the watch: nothing at either name is captured before it is known what stands there. */
  readonly turns: CaptureTurns;
  readonly stagingFiles: Journal;
  readonly mirror: (matterId: LocalFile['matterId']) => Promise<void>;
}

/** What the service gave a document. */
export interface Placed {
  readonly seq: number;
  /** Null for the name that it has. */
  readonly name: string | null;
  readonly moved: boolean;
}

/** Where a document is to stand here; 'refused' for a name that is left out here, 'later' while there is no directory for its folder. */
export async function pathFor(
  ports: FollowNamePorts,
  file: LocalFile,
  placed: Placed,
): Promise<{ readonly to: string } | 'refused' | 'later'> {
  const { files, stores, mirror } = ports;
  const before = posix.basename(file.path);
  const name = placed.name === null ? before : nameHere(stores, file, withExtension(placed.name, before));
  if (name === null) return 'refused';
  if (!placed.moved) return { to: posix.join(posix.dirname(file.path), name) };
  const place = await placeOf({ files, stores, mirror }, file);
  return place === null ? 'later' : { to: posix.join(place.directory, name) };
}

/**
 * Gives a document the name and the place that it has in the service, if its copy here is the filed one and open nowhere, and
 * nothing has that name. Whatever ends the program, it is known by its file which of both names it has.
 */
export async function followName(
  ports: FollowNamePorts,
  root: string,
  file: LocalFile,
  to: string,
  placed: Placed,
): Promise<NotYet | 'done'> {
  const { files, stores, turns, clock } = ports;
  const { matterId, fileId, path: from } = file;
  if (from === to) return 'done';
  const paths = [join(root, from), join(root, to)] as const;
  const elsewhere = { files, links: stores.links };
  const folder = { matterId, path: root };
  return turns.run(paths[0], () =>
    turns.run(paths[1], async () => {
      if (await isTaken(ports, root, file, to)) return 'taken';
      if (await standsElsewhere(elsewhere, folder, from)) return 'later';
      if (await standsElsewhere(elsewhere, folder, to)) return 'later';
      const looked = await lookAtCopy(ports, root, file);
      if (typeof looked === 'string') return looked;
      if (stores.links.of(matterId)?.path !== root) return 'later';
      const { inode } = looked;
      const what = placed.moved ? 'moved' : 'renamed';
      const change = { matterId, fileId, seq: placed.seq, what, from, to, inode, at: clock.now() } as const;
      stores.followedChanges.put({ ...change, became: 'doing' });
      try {
        await move(ports, paths[0], paths[1]);
      } catch (failure) {
        stores.followedChanges.forget(matterId, fileId);
        if (failureCode(failure) === 'EEXIST') return 'taken';
        // Somebody has it open where the system tells by refusing.
        return ['EBUSY', 'EPERM'].includes(failureCode(failure)) ? 'open' : 'refused';
      }
      isNowThere(stores, { ...change, became: 'done' });
      return 'done';
    }),
  );
}

/** It has its new name: it is known under that one, and nothing of it is filed. */
export function isNowThere(stores: Stores, change: Parameters<Stores['followedChanges']['put']>[0]): void {
  const { matterId, fileId, from, to, what } = change;
  stores.together(() => {
    if (!registerFollowed(stores, { matterId, fileId, from, to })) return;
    stores.followedChanges.put({ ...change, became: 'done' });
    stores.custody.followed({
      matterId,
      fileId,
      name: posix.basename(to),
      path: to,
      detail: `${what}: ${from}`,
    });
  });
}

async function move({ files, stagingFiles }: FollowNamePorts, from: string, to: string): Promise<void> {
  const both = { from, to };
  stagingFiles.moveBegins(both);
  try {
    await files.moveNew(from, to, undefined, (inode) => stagingFiles.moveReserved(both, inode));
  } finally {
    stagingFiles.moveEnds(both);
  }
}

/** Something else has the name here, or a program that knows another document by it is about to save there. */
async function isTaken(
  { files, stores }: FollowNamePorts,
  root: string,
  { matterId, fileId, path: from, inode }: LocalFile,
  to: string,
): Promise<boolean> {
  const known = stores.links.file(matterId, to);
  if (known && !known.removed && known.fileId !== fileId) return true;
  const openAs = stores.formerNames.at(matterId, to);
  if (openAs !== undefined && openAs !== fileId) return true;
  const there = await files.facts(join(root, to));
  if (there === null) return false;
  // The same file where case makes no difference; where it does, one with two names has them already.
  const [directory, names] = [posix.dirname(to), posix.basename(to)];
  const beside = await files.list(join(root, directory));
  const hasBoth = beside.includes(names) && beside.includes(posix.basename(from));
  return there.inode !== inode || directory !== posix.dirname(from) || hasBoth;
}

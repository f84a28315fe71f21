import { join, posix } from 'node:path';
import type { Clock } from '../../../../shared/base/clock.ts';
import type { FileFacts, Files } from '../../platform/files.ts';
import type { LocalFile } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import type { CaptureTurns } from '../capture/capture-turns.ts';
import { standsElsewhere } from '../folders/stands-elsewhere.ts';
import { type ReplacedFiles, secondNameOf } from '../replaced-files/replaced-files.ts';
import type { Vault } from '../vault/vault.ts';
import { lookAtCopy, type NotYet, whyNotNow } from './as-it-is.ts';
import { isSameContent, moveToWastebasket, type ToWastebasket } from './wastebasket.ts';

/** Milliseconds for which the vault keeps what went, whatever its limits. */
const keptFor = 30 * 24 * 60 * 60_000;

export interface FollowDeletionPorts {
  readonly files: Files;
  readonly stores: Stores;
  readonly vault: Pick<Vault, 'capture'>;
  readonly clock: Clock;
  readonly turns: CaptureTurns;
  readonly replacedFiles: Pick<ReplacedFiles, 'begins' | 'ended'>;
  readonly toWastebasket: ToWastebasket;
  readonly uniqueName: () => string;
}

/**
 * Takes the copy of a document from here that the service says was deleted: only the filed version, open nowhere, by a look at every
 * byte. The vault has it first, and keeps it; then the system's wastebasket gets it. It keeps a second name for a while, so that
 * nothing is lost that a program writes into it.
 * @param without the person agreed that it goes where no wastebasket takes it
 */
export function followDeletion(
  ports: FollowDeletionPorts,
  root: string,
  file: LocalFile,
  { seq, without }: { readonly seq: number; readonly without: boolean },
): Promise<NotYet | 'done'> {
  const { files, stores, vault, turns, clock, replacedFiles, uniqueName } = ports;
  const { matterId, fileId, path, sha256, size } = file;
  const stands = join(root, path);
  return turns.run(stands, async () => {
    const looked = await lookAtCopy(ports, root, file);
    if (typeof looked === 'string') return looked;
    if (await standsElsewhere({ files, links: stores.links }, { matterId, path: root }, path)) return 'later';
    const removedAt = clock.now();
    const content = { matterId, fileId, sha256, size, path, removedAt, until: removedAt + keptFor };
    // Before the vault has it, so that nothing takes it from there again.
    stores.removedContents.put(content);
    let [isGone, isAside] = [false, false];
    const keptAs = secondNameOf(stands, uniqueName());
    try {
      const captured = await vault.capture(stands, looked);
      if (!captured.ok || captured.value.sha256 !== sha256) return 'later';
      // The vault read it once more.
      const why = await whyNotNow(ports, root, file);
      if (why !== null) return why;
      if (stores.links.of(matterId)?.path !== root) return 'later';
      replacedFiles.begins({ keptAs, stoodAt: stands, matterId, fileId, path, sha256, putFrom: null });
      const change = { ...removalOf(file), seq, inode: looked.inode, at: removedAt };
      stores.together(() => {
        // Nobody removed it: what appears there again is it.
        stores.links.isEvicted(matterId, path);
        stores.followedChanges.put({ ...change, became: 'doing' });
      });
      const went = await takeAway(ports, stands, captured.value.facts, keptAs, without);
      isGone = went === 'done';
      isAside = went === 'aside';
      if (isGone) isNowGone(stores, { ...change, became: 'done' }, content);
      return went === 'aside' ? 'later' : went;
    } finally {
      if (!isGone && !isAside)
        stores.together(() => {
          if (stores.links.file(matterId, path)?.removed) stores.links.putFile(file);
          stores.followedChanges.forget(matterId, fileId);
          stores.removedContents.forget(content);
        });
      replacedFiles.ended(keptAs);
    }
  });
}

const removalOf = ({ matterId, fileId, path }: LocalFile) =>
  ({ matterId, fileId, what: 'removed', from: path, to: path }) as const;

/** It went: the log tells of it. */
export function isNowGone(
  stores: Stores,
  change: Parameters<Stores['followedChanges']['put']>[0],
  { sha256, size }: { readonly sha256: string; readonly size: number },
): void {
  const { matterId, fileId, from: path } = change;
  stores.together(() => {
    stores.followedChanges.put({ ...change, became: 'done' });
    stores.custody.removed({ matterId, fileId, sha256, size, name: posix.basename(path), path });
  });
}

async function takeAway(
  ports: FollowDeletionPorts,
  stands: string,
  facts: FileFacts,
  keptAs: string,
  without: boolean,
): Promise<NotYet | 'done' | 'aside'> {
  const { files } = ports;
  // Where a file cannot have two names, what a program writes into it in the wastebasket would be noticed by nobody.
  if (await files.secondNameExact(stands, facts, keptAs)) {
    const went = await moveToWastebasket(ports, stands, facts);
    if (went === 'done' || went === 'aside') return went;
    await files.removeOwn(keptAs);
    if (went === 'changed') return 'changed';
  }
  if (!without) return 'no-wastebasket';
  const now = await files.facts(stands);
  if (now === null || !isSameContent(now, facts)) return 'changed';
  return (await files.setAsideExact(stands, now, keptAs)) ? 'done' : 'changed';
}

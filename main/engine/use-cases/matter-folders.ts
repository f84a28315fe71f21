import { join } from 'node:path';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import type { FileId, FolderId, Leaving, MatterId, Refusal, Unlinking } from '../../../shared/model/index.ts';
import type { Workspace } from '../compose.ts';
import { wrongPattern } from '../domain/name-pattern.ts';
import { noMatter, notLinked } from '../domain/refusals.ts';
import { noDirectory } from '../features/documents/adder.ts';
import type { ChangeFeed } from '../platform/change-feed.ts';

/**
 * From now on what is saved in the folder is captured and filed.
 * @param elsewhere folders of other profiles
 * @param others folders of other people
 */
export async function linkFolder(
  workspace: Workspace,
  feed: ChangeFeed,
  { matterId, path, elsewhere }: { matterId: MatterId; path: string | null; elsewhere: readonly string[] },
  others: readonly string[],
): Promise<Result<{ path: string }, Refusal>> {
  const linked = await workspace.linker.link(matterId, path, elsewhere, others);
  if (!linked.ok) return linked;
  workspace.watches.add(matterId);
  workspace.poller.foldersChanged(matterId);
  workspace.keeping.wake(matterId);
  workspace.following.wake(matterId);
  feed.matters();
  feed.matter(matterId);
  return ok({ path: linked.value });
}

export async function unlinkFolder(
  workspace: Workspace,
  feed: ChangeFeed,
  matterId: MatterId,
  leaving: Leaving,
): Promise<Unlinking> {
  const unlinking = await workspace.unlink(matterId, leaving);
  if (!unlinking.unlinked) return unlinking;
  workspace.poller.foldersChanged(matterId);
  feed.matters();
  feed.matter(matterId);
  return unlinking;
}

/** Where a folder of the service, or the matter’s own, is on this computer. */
export function pathOfFolder(
  { stores: { links } }: Workspace,
  matterId: MatterId,
  folderId: FolderId | null,
): Result<{ path: string }, Refusal> {
  const root = links.of(matterId)?.path;
  if (root === undefined) return err(notLinked);
  if (folderId === null) return ok({ path: root });
  const mapped = links.folders(matterId).find((one) => one.folderId === folderId);
  return mapped ? ok({ path: join(root, mapped.path) }) : err(noDirectory);
}

/** Where a document is on this computer, and whether somebody else made what is there. */
export function pathOfDocument(
  { stores: { links, fetchedVersions } }: Workspace,
  matterId: MatterId,
  fileId: FileId,
): Result<{ path: string; isFetched: boolean }, Refusal> {
  const file = links.fileOfDocument(matterId, fileId);
  if (!file || file.removed) return err(notHere);
  const root = links.of(matterId)?.path;
  if (root === undefined) return err(notLinked);
  const isFetched = fetchedVersions.isForeign(matterId, fileId, file.sha256);
  return ok({ path: join(root, file.path), isFetched });
}

/** Everything in the folder is judged by the new rules. */
export async function setIgnoreRules(
  { stores, watches }: Workspace,
  feed: ChangeFeed,
  matterId: MatterId,
  rules: Parameters<Workspace['stores']['ignoreRules']['set']>[1],
): Promise<Result<void, Refusal>> {
  if (!stores.matters.get(matterId)) return err(noMatter);
  const wrong = wrongPattern(rules.own);
  if (wrong !== null) return err(patternRefused(wrong));
  stores.ignoreRules.set(matterId, rules);
  await watches.anew(matterId);
  feed.matter(matterId);
  return ok(undefined);
}

const notHere: Refusal = {
  code: 'not-here',
  what: 'This document is not on this computer',
  why: 'The service has it, and the matter’s folder has no copy.',
  next: 'Open it in the service.',
};

const patternRefused = (why: string): Refusal => ({
  code: 'name-invalid',
  what: 'These patterns cannot be used',
  why,
  next: 'Use names such as “*.bak” or “Draft ?.docx”: * stands for any characters, ? for one.',
});

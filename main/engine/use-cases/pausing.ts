import { err, ok, type Result } from '../../../shared/base/result.ts';
import type { FileId, MatterId, Refusal } from '../../../shared/model/index.ts';
import type { Workspace } from '../compose.ts';
import { noMatter } from '../domain/refusals.ts';
import type { ChangeFeed } from '../platform/change-feed.ts';
import { putSettingOf, settings } from '../store/settings.ts';

/** Nothing is filed, or everything is again. What is saved is captured all the same. */
export function pauseAll({ stores, pipeline, folderRenames }: Workspace, isPaused: boolean): void {
  putSettingOf(stores.matters, settings.isPaused, isPaused);
  pipeline.pause(isPaused);
  if (!isPaused) for (const { matterId } of stores.links.all()) folderRenames.retry(matterId);
}

export function pauseMatter(
  { stores, pipeline, folderRenames }: Workspace,
  feed: ChangeFeed,
  matterId: MatterId,
  isPaused: boolean,
): Result<void, Refusal> {
  if (!stores.matters.get(matterId)) return err(noMatter);
  stores.pauses.pauseMatter(matterId, isPaused);
  pipeline.wake();
  if (!isPaused) folderRenames.retry(matterId);
  feed.matters();
  feed.matter(matterId);
  return ok(undefined);
}

export function pauseDocument(
  { stores, pipeline }: Workspace,
  feed: ChangeFeed,
  { matterId, fileId }: { readonly matterId: MatterId; readonly fileId: FileId },
  isPaused: boolean,
): void {
  stores.pauses.pauseDocument(matterId, fileId, isPaused);
  pipeline.wake();
  feed.matter(matterId);
}

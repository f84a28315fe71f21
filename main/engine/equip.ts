import type { InferContractRouterInputs } from '@orpc/contract';
import type { engineContract } from '../../shared/contract/index.ts';
import { capabilitiesUnlessSaid } from '../../shared/model/index.ts';
import type { Workspace } from './compose.ts';

/** What main tells the engine first, and again whenever something in it changes. */
export type Configuration = InferContractRouterInputs<typeof engineContract>['configure'];

/** Tells a workspace what main decided for all of them; null when it has said nothing yet. */
export function equip(workspace: Workspace, configuration: Configuration | null): void {
  const {
    vaultLimits = null,
    fetchedLimit = null,
    rootFolder = null,
    held = null,
    sendLimit = null,
    capabilities = capabilitiesUnlessSaid,
    timeStamping = null,
    checkpointMatter = null,
  } = configuration ?? {};
  const {
    keeper,
    localStorageErrors,
    linker,
    pipeline,
    documentCheck,
    postOffered,
    foldersOffered,
    downloadsOffered,
    listingOffered,
  } = workspace;
  if (vaultLimits) void localStorageErrors.untilDone(async () => keeper.setLimits(vaultLimits));
  if (fetchedLimit !== null)
    void localStorageErrors.untilDone(async () => workspace.fetchedRoom.setMaxBytes(fetchedLimit));
  linker.setRootFolder(rootFolder);
  workspace.stamper.setAuthority(timeStamping && { ...timeStamping, policy: timeStamping.policy ?? null });
  workspace.checkpointFiler.setMatter(checkpointMatter);
  pipeline.hold(held);
  pipeline.setSendLimit(sendLimit);
  documentCheck.set(capabilities.documents ?? 'auto');
  postOffered.set(capabilities.documents ?? 'auto');
  foldersOffered.set(capabilities.folders ?? capabilities.documents ?? 'auto');
  downloadsOffered.set(capabilities.documents ?? 'auto');
  listingOffered.set(capabilities.documents ?? 'auto');
}

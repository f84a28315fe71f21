import type { FileId, Leaving, MatterId, Unlinking } from '../../../shared/model/index.ts';
import { sayItIsTheSame } from '../features/folders/said-same.ts';
import { addAllSaved } from '../features/replaced-files/former-names.ts';
import type { WorkspaceEvents } from './events.ts';
import type { Parts } from './parts.ts';
import type { EnginePorts } from './ports.ts';

/** Milliseconds that unlinking a folder waits for what changed in it to be captured. */
const longestCapture = 5_000;

/** What the person does to a matter's folder as a whole. */
export function folderActions(
  { files, clock }: Pick<EnginePorts, 'files' | 'clock'>,
  { stores, watches, pipeline, keeping, free }: Parts,
  events: WorkspaceEvents,
) {
  const onChange = (matterId: MatterId) => events.emit('changed', matterId);
  return {
    /**
     * What changed in the folder is captured before. More than `unfiled` files that are not, after some seconds, keep it linked.
     * @throws when the disk does not take it: the folder is linked then, and watched, as before
     */
    async unlink(matterId: MatterId, unfiled: Leaving = 0): Promise<Unlinking> {
      const { unread, looking } = await watches.captured(matterId, longestCapture);
      if (unfiled !== 'all' && (looking || unread > unfiled)) return { unlinked: false, unread, looking };
      const inode = await watches.remove(matterId);
      try {
        stores.together(() => {
          addAllSaved(stores, matterId, clock.now());
          stores.links.unlink(matterId, inode);
        });
      } catch (failure) {
        watches.add(matterId);
        throw failure;
      }
      pipeline.wake();
      return { unlinked: true };
    },
    /** The person says that the other directory which stands in the place of the matter's folder is that folder. */
    async sameFolder(matterId: MatterId) {
      const said = await sayItIsTheSame({ files, stores, clock }, matterId);
      if (!said.ok) return said;
      await watches.anew(matterId);
      onChange(matterId);
      return said;
    },
    /** Copies of documents, or of all of a matter, that the service gives out again leave this computer. */
    freeSpace(matterId: MatterId, fileIds: readonly FileId[] | null) {
      const ids = fileIds ?? stores.links.files(matterId).map(({ fileId }) => fileId);
      keeping.onDemand(matterId, fileIds);
      return free(matterId, ids);
    },
  };
}

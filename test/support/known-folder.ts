import type { Stores } from '../../main/engine/store/stores.ts';
import type { FolderId, MatterId } from '../../shared/model/index.ts';

/** A folder in the root, as if history had told of it. */
export function putFolder(stores: Stores, matterId: MatterId, id: FolderId, name: string): void {
  stores.projection.addItem(matterId, true, id, {
    name,
    formerNames: '',
    place: null,
    deleted: 0,
    versions: 0,
    changedAt: null,
    changedBy: null,
    at: 0,
    seq: 0,
  });
}

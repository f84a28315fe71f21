import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import type { NameAndParent } from '../../store/folders-agreed.ts';
import type { Stores } from '../../store/stores.ts';
import { applyEntry, type ItemState, inOrder } from '../history/apply.ts';
import { datedOf } from '../history/projector.ts';

/** How the service had a folder by each entry of history that came after this one, oldest first. */
export function shownSince(
  { projection }: Stores,
  matterId: MatterId,
  folderId: FolderId,
  seq: number,
): NameAndParent[] {
  const item = projection.item(matterId, true, folderId);
  const entries = item ? projection.entriesOf(item.no).flatMap(datedOf).toSorted(inOrder) : [];
  let state: ItemState | null = null;
  const states = entries.map((dated) => {
    state = applyEntry(matterId, state, dated, () => true).state;
    return { seq: dated.seq, name: state.name, parent: state.place as FolderId | null };
  });
  return states.filter((one) => one.seq > seq).map(({ name, parent }) => ({ name, parent }));
}

import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { inTransaction } from '../../store/database.ts';
import type { Stores } from '../../store/stores.ts';

export type RenamedStores = Pick<
  Stores,
  | 'database'
  | 'links'
  | 'massChanges'
  | 'pauses'
  | 'formerNames'
  | 'replacedFiles'
  | 'unplaced'
  | 'undecided'
  | 'outbox'
>;

/**
 * A document here is one that the service has under another id: everything that is known of it is known of that one.
 * @param problem what the person is to be asked before anything of it leaves; null when it is certain
 */
export function isFiledAs(
  stores: RenamedStores,
  matterId: MatterId,
  { before, now }: { readonly before: FileId; readonly now: FileId },
  problem: string | null,
): void {
  inTransaction(stores.database, () => {
    stores.undecided.forget(matterId, before);
    stores.links.isFiledAs(matterId, before, now);
    stores.massChanges.isFiledAs(matterId, before, now);
    stores.pauses.isFiledAs(matterId, before, now);
    stores.formerNames.isFiledAs(matterId, before, now);
    stores.replacedFiles.isFiledAs(matterId, before, now);
    stores.unplaced.isFiledAs(matterId, before, now);
    stores.outbox.isFiledAs(matterId, before, now, problem);
  });
}

import type { MatterId } from '../../../../shared/model/index.ts';
import { inTransaction } from '../../store/database.ts';
import { alreadyFiled, writeProblem } from '../../store/save-problem.ts';
import type { Stores } from '../../store/stores.ts';
import type { UndecidedDocument } from '../../store/undecided.ts';
import { isFiledAs, type RenamedStores } from './is-filed-as.ts';
import { filedNamesake } from './namesake.ts';

type DecidingStores = RenamedStores & Pick<Stores, 'documents' | 'history' | 'saves'>;

/**
 * Decides what documents are, now that history tells what the service has: the one it has under their name, which is a
 * question to the person, or new ones. The name is the one under which a document was captured first, as it would have been
 * had history been known then; and the one it has now, for its folder may be recognised only there.
 */
export function decideIdentities(
  stores: DecidingStores,
  matterId: MatterId,
  documents: readonly UndecidedDocument[],
  now: number,
): void {
  inTransaction(stores.database, () => {
    for (const { fileId, capturedAs, firstSave, path } of documents) {
      // The person may have decided meanwhile.
      if (!stores.undecided.has(matterId, fileId)) continue;
      const [head] = stores.saves.openOf(matterId, fileId);
      const namesake = [capturedAs, path]
        .flatMap((one) =>
          one === null
            ? []
            : [filedNamesake(stores, matterId, one, now, { agreedUpTo: head?.agreedUpTo ?? 0, firstSave })],
        )
        .find((one) => one !== undefined);
      stores.undecided.forget(matterId, fileId);
      if (!namesake) continue;
      const ids = { before: fileId, now: namesake.id };
      isFiledAs(stores, matterId, ids, writeProblem(alreadyFiled(namesake.name)));
    }
  });
}

import Database from 'better-sqlite3';
import { readEntry, timeOf } from '../../../../main/engine/features/history/entry.ts';
import { datedOf, type Projector } from '../../../../main/engine/features/history/projector.ts';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import type { KeptEntry } from '../../../../main/engine/store/history.ts';
import { type Stores, storesOn } from '../../../../main/engine/store/stores.ts';
import { everyEntry } from '../../../../main/engine/view/timeline-page.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';
import { everything } from '../../../support/whole-timeline.ts';

/** Made once, for migrating takes longer than most of what is tried on it. */
const empty = prepareDatabase(new Database(':memory:')).serialize();

export const emptyStores = (): Stores => storesOn(prepareDatabase(new Database(empty)), testAuditContext);

/** Keeps entries and projects them, in one go, as an answer of the service would be taken in. */
export function takeInto(
  stores: Stores,
  projector: Projector,
  matterId: MatterId,
  entries: readonly KeptEntry[],
): void {
  stores.together(() => {
    for (const [readFrom, some] of Map.groupBy(entries, (entry) => entry.readFrom)) {
      const received = some.flatMap(({ raw, orderedAt }) => {
        const entry = readEntry(raw);
        const order = orderedAt === undefined || orderedAt === null ? {} : { orderedAt };
        return entry ? [{ id: entry.id, fileId: entry.file, at: timeOf(entry), raw, ...order }] : [];
      });
      const folderId = readFrom === '' ? null : (readFrom as FolderId);
      const seqs = stores.history.append(matterId, folderId, received, 0);
      const added = received.flatMap(({ raw, orderedAt = null }, index) => {
        const seq = seqs[index] ?? null;
        return seq === null ? [] : datedOf({ seq, readFrom, raw, orderedAt });
      });
      projector.take(matterId, added);
    }
  });
}

/** What the window is shown of a matter. */
export function shownBy(stores: Stores, matterId: MatterId) {
  return {
    folders: stores.documents.folders(matterId),
    documents: stores.documents.documents(matterId),
    timeline: [...everyEntry(stores, { ...everything, matterId })].flat().toReversed(),
  };
}

/** Everything that the projection keeps, without the numbers that depend on the order in which things were first met. */
export function dump(stores: Stores): unknown[][] {
  return [
    `SELECT matter_id, is_folder, id, name, former_names, place, deleted, versions, changed_at, changed_by, newest_at,
       newest_seq FROM item ORDER BY 1, 2, 3`,
    `SELECT i.matter_id, i.is_folder, i.id, v.version_id FROM item_version v JOIN item i ON i.no = v.item
     ORDER BY 1, 2, 3, 4`,
    `SELECT km.id AS matter, t.at, t.seq, t.kind, i.is_folder, i.id AS item, ku.id AS user, kf.id AS folder, t.name,
       t.from_text, t.to_text, kw.id AS words, t.stamp, ko.id AS old_folder, t.from_folder = 0 AS from_root, kn.id AS new_folder,
       t.to_folder = 0 AS to_root
     FROM timeline t JOIN known_id km ON km.no = t.matter LEFT JOIN item i ON i.no = t.item
     LEFT JOIN known_id ku ON ku.no = t.user LEFT JOIN known_id kw ON kw.no = t.words LEFT JOIN known_id kf ON kf.no = t.folder
     LEFT JOIN known_id ko ON ko.no = t.from_folder LEFT JOIN known_id kn ON kn.no = t.to_folder
     ORDER BY 3`,
    'SELECT id, last_change_at FROM matter ORDER BY 1',
  ].map((sql) => stores.database.prepare(sql).raw().all());
}

import type { FileId, Problem } from '../../../shared/model.ts';
import type { Save } from '../store/outbox.ts';
import type { Stores } from '../store/stores.ts';

type Decision = Exclude<Problem['actions'][number], 'show-in-folder'>;

/** What the person decided about a save that needed one. Whatever it is, the content stays in the vault. */
export function decide(stores: Stores, save: Save, decision: Decision, newFileId: () => FileId): void {
  switch (decision) {
    case 'retry':
      return stores.outbox.retry(save.id);
    case 'file-on-top':
      return stores.outbox.fileOnTop(save.id);
    case 'keep-unfiled':
    case 'dismiss':
      return stores.outbox.keepUnfiled(save.id);
    case 'file-separately':
      return stores.database.transaction(() => {
        const fileId = newFileId();
        stores.outbox.fileSeparately(save, fileId);
        const file = stores.links.fileOfDocument(save.matterId, save.fileId);
        if (file) stores.links.putFile({ ...file, fileId, baseSeq: 0 });
      })();
  }
}

import type { CustodyLine, FileId, MatterId } from '../../../shared/model/index.ts';
import { entriesOf } from '../features/custody/record-facts.ts';
import { wordsOf } from '../features/custody/record-words.ts';
import type { Stores } from '../store/stores.ts';

/** Most entries that the window shows; all of them are in what is exported. */
const mostShown = 500;

/** What the custody log says of a document, newest first, and how many entries there are. */
export function documentCustody(
  stores: Pick<Stores, 'custody'>,
  matterId: MatterId,
  fileId: FileId,
): { entries: CustodyLine[]; total: number } {
  const all = entriesOf(stores, { scope: 'document', matterId, fileId });
  const entries = all
    .slice(-mostShown)
    .reverse()
    .map((entry) => ({
      seq: entry.seq,
      at: entry.at,
      what: wordsOf(entry),
      name: entry.name,
      sha256: entry.sha256,
      size: entry.size,
    }));
  return { entries, total: all.length };
}

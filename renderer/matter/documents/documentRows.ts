import { assertNever } from '../../../shared/base/result.ts';
import type { DocumentRow, DocumentState, FolderId } from '../../../shared/model/index.ts';

export interface DocumentOrder {
  readonly by: 'name' | 'state' | 'changed' | 'size';
  readonly descending: boolean;
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** What needs a person comes first, what is settled last. */
const urgency: Record<DocumentState, number> = {
  problem: 0,
  sending: 1,
  waiting: 2,
  sent: 3,
  kept: 4,
  'left-out': 5,
  'deleted-there': 6,
  'removed-here': 7,
  'not-here': 8,
  filed: 9,
};

/** The documents of one folder, or those of the whole matter whose name has the text in it; in order. */
export function documentRows(
  documents: readonly DocumentRow[],
  wanted: { readonly folderId: FolderId | null; readonly text: string },
  order: DocumentOrder,
): DocumentRow[] {
  const text = wanted.text.trim().toLocaleLowerCase();
  const rows = documents.filter((row) =>
    text === '' ? row.folderId === wanted.folderId : row.name.toLocaleLowerCase().includes(text),
  );
  const sign = order.descending ? -1 : 1;
  return rows.sort(
    (one, other) => sign * compare(one, other, order.by) || byName.compare(one.name, other.name),
  );
}

function compare(one: DocumentRow, other: DocumentRow, by: DocumentOrder['by']): number {
  switch (by) {
    case 'name':
      return byName.compare(one.name, other.name);
    case 'state':
      return urgency[one.state] - urgency[other.state];
    case 'changed':
      return (one.changedAt ?? '').localeCompare(other.changedAt ?? '');
    case 'size':
      return (one.size ?? -1) - (other.size ?? -1);
    default:
      return assertNever(by);
  }
}

/** A click on a column: its usual direction first, then the other one. */
export function orderAfterClick(order: DocumentOrder, by: DocumentOrder['by']): DocumentOrder {
  return order.by === by
    ? { by, descending: !order.descending }
    : { by, descending: by === 'changed' || by === 'size' };
}

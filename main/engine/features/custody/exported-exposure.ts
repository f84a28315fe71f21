import type { CustodyContent } from '../../../../shared/evidence/custody-entry.ts';
import { ExposureFold } from './exposure-fold.ts';
import { verifyExport } from './verify-export.ts';

/** Whose log it is, as far as it tells. */
export interface Writer {
  /** Of the service's users. */
  readonly persons: ReadonlySet<string>;
  /** Whom of the staff they said they are. */
  readonly staff: ReadonlySet<string>;
  /** What tokens told, hashed. */
  readonly subjects: readonly string[];
}

/** What a log tells that was written to a file when all that was kept here was removed. */
export interface EarlierLog extends Writer {
  readonly service: string;
  readonly deviceId: string;
  readonly lastSeq: number;
  /** When that was, in ISO 8601. */
  readonly at: string;
  readonly fold: ExposureFold;
  readonly removed: number;
  readonly left: number;
}

/** Null for what is no whole log, or not as it was written. */
export async function readEarlierLog(chunks: AsyncIterable<Uint8Array>): Promise<EarlierLog | null> {
  const reading = new Reading();
  const verified = await verifyExport(chunks, reading);
  if (verified.outcome !== 'whole' || verified.header.scope !== 'all') return null;
  const { service, deviceId, lastSeq, exportedAt } = verified.header;
  const { fold, persons, staff } = reading;
  const at = reading.removing?.at ?? exportedAt;
  const subjects = reading.removing?.relatedId?.split(' ') ?? [];
  const counts = fold.removed(at);
  return { service, deviceId, lastSeq: Number(lastSeq), at, fold, persons, staff, subjects, ...counts };
}

class Reading {
  readonly fold = new ExposureFold();
  readonly persons = new Set<string>();
  readonly staff = new Set<string>();
  removing: CustodyContent | null = null;

  take(_digest: string, entry: CustodyContent | null): void {
    if (entry === null) return;
    this.fold.take(entry);
    if (entry.person !== null) this.persons.add(entry.person);
    if (entry.kind === 'signed-in' && entry.relatedId !== null) this.staff.add(entry.relatedId);
    if (entry.kind === 'removing') this.removing = entry;
  }
}

import { parseCheckpoint, type SignedCheckpoint } from './checkpoint.ts';
import { custodyFormat } from './custody-entry.ts';
import { rankOf, type TreeShape } from './leaf-index.ts';

/** Why a log began a new tree, as it is written there. */
const whyContinued: ReadonlyMap<string, string> = new Map([
  ['earlier-copy', 'an earlier copy of it, such as a backup, was put in its place'],
  ['damaged', 'it was damaged, and not all of it could be read'],
  ['altered', 'entries that were signed had been changed'],
]);

/** How a log begins, by the leaf that is no entry: with all that was there before, or after something of it was lost. */
export type LogBeginning =
  | { readonly kind: 'chain' }
  | {
      readonly kind: 'continued';
      readonly why: string;
      readonly known: SignedCheckpoint | null;
      /** The last entry that there was. */
      readonly lastBefore: number;
      /** False where an earlier program began it so, which did not write down of which service it is. */
      readonly isOfService: boolean;
    };

/** Null for what is no beginning of this device's log for this service. */
export function beginningOf(
  log: TreeShape & { readonly beginning: string },
  { service, deviceId }: { readonly service: string; readonly deviceId: string },
): LogBeginning | null {
  const [format, kind, ...rest] = listIn(log.beginning);
  if (format !== custodyFormat) return null;
  if (kind === 'chain') {
    const [ofService, ofDevice, entries] = rest;
    return ofService === service &&
      ofDevice === deviceId &&
      typeof entries === 'number' &&
      rankOf(log, entries) === log.entriesBefore
      ? { kind }
      : null;
  }
  const [why, note, last, ofService, ofDevice] = rest;
  if (kind !== 'continued' || typeof why !== 'string' || typeof note !== 'string') return null;
  if (log.entriesBefore !== 0) return null;
  const isOfService = rest.length > 3;
  if (isOfService && (ofService !== service || ofDevice !== deviceId)) return null;
  const lastBefore = typeof last === 'number' ? last : 0;
  return {
    kind,
    why: whyContinued.get(why) ?? `something that it calls “${why}”`,
    known: parseCheckpoint(note),
    lastBefore,
    isOfService,
  };
}

/** The signed note that a tree begins with, by its beginning. */
export function noteBefore(beginning: string): string | null {
  const [, kind, , note] = listIn(beginning);
  return kind === 'continued' && typeof note === 'string' ? note : null;
}

function listIn(text: string): unknown[] {
  try {
    const values: unknown = JSON.parse(text);
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}

/** What a reader is to know of a log that something of was lost; null of one that is whole. */
export function lossInWords(beginning: LogBeginning | null): string | null {
  if (beginning?.kind !== 'continued') return null;
  const { why, known, isOfService } = beginning;
  const before = known
    ? `a checkpoint of ${known.size} leaves, of “${known.origin}”`
    : 'no checkpoint that was known and could be read';
  return `This log went on after ${why}: it begins with ${before}. What was between that and its own entries is not shown by it.${isOfService ? '' : ' That it is of the service named here is not shown by it either.'}`;
}

import { setImmediate } from 'node:timers/promises';
import type { CustodyContent } from '../../../../shared/evidence/custody-entry.ts';
import type { EvidenceRecord } from '../../../../shared/evidence/record.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { inParts, inTurns } from '../../platform/in-parts.ts';
import type { CustodyEntry } from '../../store/custody/entry.ts';
import type { Stores } from '../../store/stores.ts';
import { readEntry, timeOf } from '../history/entry.ts';

/** Documents whose history is looked up at once, and lines of a history read at once: milliseconds of work. */
const filesAtOnce = 50;
const linesAtOnce = 200;

/** What a record is about. */
export type RecordPart =
  | { readonly scope: 'matter'; readonly matterId: MatterId }
  | { readonly scope: 'document'; readonly matterId: MatterId; readonly fileId: FileId }
  | {
      readonly scope: 'version';
      readonly matterId: MatterId;
      readonly fileId: FileId;
      /** As the list of versions names it: `save:7`, or `entry:` and an entry of the service's history. */
      readonly versionId: string;
    };

export type HistoryLine = EvidenceRecord['statement']['history'][number];

/** The entries that tell of it, in order; that the log was saved tells nothing of it. */
export function entriesOf({ custody }: Pick<Stores, 'custody'>, part: RecordPart): CustodyEntry[] {
  return tellingOf(part, custody.about(part.matterId, fileIdIn(part)));
}

/** The same of many, with turns for others. */
export async function entriesInTurns(
  { custody }: Pick<Stores, 'custody'>,
  part: RecordPart,
): Promise<CustodyEntry[]> {
  const all: CustodyEntry[] = [];
  for (const page of custody.aboutInPages(part.matterId, fileIdIn(part))) {
    if (all.length > 0) await setImmediate();
    for (const entry of page) all.push(entry);
  }
  return tellingOf(part, all);
}

const fileIdIn = (part: RecordPart): FileId | null => (part.scope === 'matter' ? null : part.fileId);

function tellingOf(part: RecordPart, about: readonly CustodyEntry[]): CustodyEntry[] {
  const all = about.filter(({ kind }) => kind !== 'exporting' && kind !== 'exported');
  return part.scope === 'version' ? ofVersion(all, part.versionId) : all;
}

/** Those of a save, and those of what became of it, which name the version or have its bytes: that it was fetched, put back, replaced. */
function ofVersion(all: readonly CustodyEntry[], versionId: string): CustodyEntry[] {
  const saveId = Number(/^save:(\d+)$/.exec(versionId)?.[1] ?? Number.NaN);
  const entryId = /^entry:(.+)$/s.exec(versionId)?.[1];
  const isNamed = (one: CustodyEntry) =>
    one.saveId === saveId || (entryId !== undefined && one.versionId === entryId);
  const named = all.filter(isNamed);
  const versions = new Set(named.flatMap((one) => one.versionId ?? []));
  const bytes = new Set(named.flatMap((one) => one.sha256 ?? []));
  return all.filter(
    (one) =>
      isNamed(one) ||
      (one.saveId === null &&
        (one.versionId === null ? bytes.has(one.sha256 ?? '') : versions.has(one.versionId))),
  );
}

/** What the service's history says of the documents that these entries tell of, oldest first, as it was read here. */
export async function historyOf(
  { history }: Pick<Stores, 'history'>,
  part: RecordPart,
  entries: readonly CustodyContent[],
): Promise<HistoryLine[]> {
  const files =
    part.scope === 'matter'
      ? [...new Set(entries.flatMap(({ fileId }) => (fileId === null ? [] : [fileId as FileId])))]
      : [part.fileId];
  const filed = new Set(entries.map(({ versionId }) => versionId));
  const lineOf = (raw: string, fileId: FileId): HistoryLine | null => {
    const entry = readEntry(raw);
    if (!entry?.id || (part.scope === 'version' && !filed.has(entry.id))) return null;
    const at = timeOf(entry);
    return {
      id: entry.id,
      at: at === null ? null : new Date(at).toISOString(),
      kind: [entry.type, entry.changeType].filter((word) => word !== null).join(' '),
      userId: entry.userId ?? null,
      name: entry.newName ?? null,
      fileId,
      documentVersionId: entry.documentVersionId ?? null,
    };
  };
  const lines: HistoryLine[] = [];
  for (const some of inParts(files, filesAtOnce)) {
    const kept = some.flatMap((fileId) =>
      history.ofDocumentSince(part.matterId, fileId, 0).map(({ raw }) => ({ raw, fileId })),
    );
    const read = await inTurns(kept, linesAtOnce, ({ raw, fileId }) => lineOf(raw, fileId));
    for (const line of read) if (line) lines.push(line);
    await setImmediate();
  }
  return lines;
}

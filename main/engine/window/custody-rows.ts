import type { CustodyRow, FileId, MatterId, Problem } from '../../../shared/model.ts';
import type { ChainFault } from '../custody/chain-check.ts';
import type { Stores } from '../store/stores.ts';
import { nameOf } from './document-rows.ts';
import { instant } from './instant.ts';

/** A page of what the custody log says of a document, newest first. */
export function custodyPage(
  stores: Stores,
  query: { matterId: MatterId; fileId: FileId; before: number | null; limit: number },
): { entries: CustodyRow[]; next: number | null } {
  const staff = stores.matters.staffNames();
  const before = query.before ?? Number.MAX_SAFE_INTEGER;
  const found = stores.custody.ofDocument(query.matterId, query.fileId, before, query.limit + 1);
  const shown = found.slice(0, query.limit);
  return {
    entries: shown.map((entry) => ({
      seq: entry.seq,
      kind: entry.kind,
      at: entry.at,
      writtenAt: entry.writtenAt,
      change: entry.change,
      sha256: entry.sha256,
      size: entry.size,
      name: entry.name,
      path: entry.path,
      versionId: entry.versionId,
      detail: entry.detail,
      who: nameOf(entry.person, staff),
      userName: entry.userName,
      hostName: entry.hostName,
      deviceId: entry.deviceId,
      hash: entry.hash,
    })),
    next: found.length > query.limit ? (shown.at(-1)?.seq ?? null) : null,
  };
}

/** @param since when it was found, in milliseconds since 1970 */
export function custodyProblem(fault: ChainFault | null, since: number): Problem[] {
  if (!fault) return [];
  return [
    {
      id: 'custody',
      matterId: null,
      matterTitle: null,
      subject: null,
      fileId: null,
      conflict: null,
      what: 'The custody log is not as it was written',
      why: `Entry ${fault.seq} is ${fault.fault}: something other than Matterline changed its data. ${fault.why}`,
      next: 'Tell the person who looks after your computers, and keep the exports you have. Filing goes on.',
      since: instant(since),
      nextTryAt: null,
      actions: [],
    },
  ];
}

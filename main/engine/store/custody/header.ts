import { custodyFormat } from '../../../../shared/evidence/custody-entry.ts';
import { type CustodyEntry, genesisHash } from './entry.ts';

export type ExportFormat = 'csv' | 'json';
export type ExportScope = 'document' | 'matter' | 'all';

/** What stands at the top of an export. Everything in it follows from the service and the export's own last entry. */
export interface ExportHeader {
  readonly format: string;
  readonly about: string;
  readonly limits: string;
  readonly scope: string;
  readonly matterId: string | null;
  readonly fileId: string | null;
  readonly exportedAt: string;
  readonly program: string;
  readonly person: string | null;
  readonly userName: string | null;
  readonly hostName: string | null;
  readonly deviceId: string;
  readonly service: string;
  readonly genesisHash: string;
  readonly firstSeq: string;
  readonly lastSeq: string;
  readonly headHash: string;
}

export const headerFields = [
  'format',
  'about',
  'limits',
  'scope',
  'matterId',
  'fileId',
  'exportedAt',
  'program',
  'person',
  'userName',
  'hostName',
  'deviceId',
  'service',
  'genesisHash',
  'firstSeq',
  'lastSeq',
  'headHash',
] as const satisfies readonly (keyof ExportHeader)[];

const about =
  'Custody log of Matterline: what this computer captured, sent and saw filed, and when, by its own clock. ' +
  'Entries of other documents, if left out, are present by their hashes only.';
const limits =
  'It shows whether entries were altered, removed, repeated or reordered after they were written. It does not ' +
  'show that the clock was right or who was at the keyboard, and it is not by itself proof in law.';

/**
 * What the `exporting` entry says of the export, so that the header can be checked against it.
 * @param shown how many entries stand in it in full, this one too
 */
export const exportDetail = (
  scope: ExportScope,
  format: ExportFormat,
  version: string,
  shown: number,
): string => `${scope} ${format} ${version} shows ${shown}`;

const detailOfExport =
  /^(?<scope>document|matter|all) (?:csv|json) (?<version>.*?)(?: shows (?<shown>\d+))?$/;

/** Null for an entry that is not of an export. `shown` is null where an earlier program did not write it down. */
export function exportBy({ kind, detail }: CustodyEntry) {
  const { scope, version, shown } = detailOfExport.exec(detail ?? '')?.groups ?? {};
  if (kind !== 'exporting' || scope === undefined || version === undefined) return null;
  return { scope, version, shown: shown === undefined ? null : Number(shown) };
}

/** True where an export of this tells of the entry. */
export const isAbout = (
  { matterId, fileId }: { readonly matterId: string | null; readonly fileId: string | null },
  entry: CustodyEntry,
): boolean =>
  (matterId === null || entry.matterId === matterId) &&
  (fileId === null || entry.fileId === fileId || entry.relatedId === fileId);

export function headerOf(exporting: CustodyEntry, service: string): ExportHeader {
  const { scope, version } = exportBy(exporting) ?? { scope: '', version: '' };
  return {
    format: custodyFormat,
    about,
    limits,
    scope,
    matterId: exporting.matterId,
    fileId: exporting.fileId,
    exportedAt: exporting.writtenAt,
    program: `Matterline ${version}`,
    person: exporting.person,
    userName: exporting.userName,
    hostName: exporting.hostName,
    deviceId: exporting.deviceId,
    service,
    genesisHash: genesisHash(service, exporting.deviceId),
    firstSeq: '1',
    lastSeq: String(exporting.seq),
    headHash: exporting.hash,
  };
}

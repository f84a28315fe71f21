import { type CustodyEntry, custodyFormat, genesisHash } from './entry.ts';

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

/** What the `exporting` entry says of the export, so that the header can be checked against it. */
export const exportDetail = (scope: ExportScope, format: ExportFormat, version: string): string =>
  `${scope} ${format} ${version}`;

export function headerOf(exporting: CustodyEntry, service: string): ExportHeader {
  const [scope = '', , ...version] = (exporting.detail ?? '').split(' ');
  return {
    format: custodyFormat,
    about,
    limits,
    scope,
    matterId: exporting.matterId,
    fileId: exporting.fileId,
    exportedAt: exporting.writtenAt,
    program: `Matterline ${version.join(' ')}`,
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

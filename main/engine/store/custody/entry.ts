import { hash } from 'node:crypto';
import {
  type CustodyContent,
  contentFields,
  custodyFormat,
  entryText,
} from '../../../../shared/evidence/custody-entry.ts';

export interface CustodyEntry extends CustodyContent {
  /** The hash of the entry before; of the first one, `genesisHash`. */
  readonly previousHash: string;
  readonly hash: string;
}

export const entryFields = [...contentFields, 'previousHash', 'hash'] as const;

/** SHA-256, in lowercase hex, of a JSON array as UTF-8 without white space. */
const hashOf = (values: readonly (string | number | null)[]): string =>
  hash('sha256', JSON.stringify(values), 'hex');

/** What an entry says, in one hash. */
export const digestOf = (content: CustodyContent): string => hash('sha256', entryText(content), 'hex');

/** An entry in its place: it holds the hash of the one before, and so of everything before. */
export const chainHash = (seq: number, previousHash: string, digest: string): string =>
  hashOf([custodyFormat, seq, previousHash, digest]);

/** What the first entry of a log follows: the log of one device for one service. */
export const genesisHash = (service: string, deviceId: string): string =>
  hashOf([custodyFormat, 'genesis', service, deviceId]);

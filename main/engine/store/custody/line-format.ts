import type { ChainRecord } from './chain-check.ts';
import type { ExportHeader } from './header.ts';

/** One record is one line. Writing is exact: there is one way to write each record, and reading takes no other. */
export interface ExportLines {
  /** Ends each line. */
  readonly end: string;
  header(header: ExportHeader): string[];
  record(record: ChainRecord): string;
  /** Lines that `header` writes before the first record. */
  readonly headerLength: number;
  /** Values by name as they stand there; null when the lines are no header. */
  readHeader(lines: readonly string[]): Record<string, unknown> | null;
  /** Values by column, `record` among them; null when it is no line of an export. */
  readRecord(line: string): Record<string, unknown> | null;
}

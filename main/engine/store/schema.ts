import { first } from './migrations/001-first.ts';
import { incrementalHistory } from './migrations/007-incremental-history.ts';

/**
 * Forward migrations, one entry per released schema, applied in order inside one transaction each.
 * `PRAGMA user_version` says how many have been applied. A released entry is never edited.
 */
export const migrations: readonly string[] = [first, incrementalHistory];

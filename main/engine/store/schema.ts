import { first } from './migrations/001-first.ts';
import { contentIndex } from './migrations/005-content-index.ts';

/**
 * Forward migrations, one entry per released schema, applied in order inside one transaction each.
 * `PRAGMA user_version` says how many have been applied. A released entry is never edited.
 */
export const migrations: readonly string[] = [first, contentIndex];

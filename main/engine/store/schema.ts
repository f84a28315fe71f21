import { first } from './migrations/001-first.ts';
import { uploads } from './migrations/006-uploads.ts';

/**
 * Forward migrations, one entry per released schema, applied in order inside one transaction each.
 * `PRAGMA user_version` says how many have been applied. A released entry is never edited.
 */
export const migrations: readonly string[] = [first, uploads];

import type { Journal } from '../../main/engine/features/folders/staging-files.ts';

/** Where nothing is killed while it gives a file a name. */
export const noJournal: Journal = { moveBegins() {}, moveReserved() {}, moveEnds() {} };

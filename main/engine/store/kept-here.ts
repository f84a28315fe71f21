import type { FileId, FolderId, MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** A matter, a folder with all that is in it, or a document. */
export type Kept =
  | { readonly kind: 'matter' }
  | { readonly kind: 'folder'; readonly id: FolderId }
  | { readonly kind: 'document'; readonly id: FileId };

interface Row {
  readonly kind: Kept['kind'];
  readonly id: string;
  readonly keep: 0 | 1;
}

/** What of a matter is wanted here: the nearest that was said of a document decides. */
export interface Wanted {
  readonly matter: boolean;
  readonly folders: ReadonlyMap<string, boolean>;
  readonly documents: ReadonlyMap<string, boolean>;
}

export class KeptHereStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  put(matterId: MatterId, kept: Kept, keep: boolean): void {
    this.#database.transaction(() => {
      // What was said of its parts before does not hold any more.
      if (kept.kind === 'matter')
        this.#database.prepare('DELETE FROM kept_here WHERE matter_id = ?').run(matterId);
      this.#database
        .prepare('INSERT OR REPLACE INTO kept_here (matter_id, kind, id, keep) VALUES (?, ?, ?, ?)')
        .run(matterId, kept.kind, 'id' in kept ? kept.id : '', keep ? 1 : 0);
      this.#database.prepare('DELETE FROM kept_complete WHERE matter_id = ?').run(matterId);
    })();
  }

  of(matterId: MatterId): Wanted {
    const rows = this.#database
      .prepare<[string], Row>('SELECT kind, id, keep FROM kept_here WHERE matter_id = ?')
      .all(matterId);
    const those = (kind: Kept['kind']) =>
      new Map(rows.filter((row) => row.kind === kind).map((row) => [row.id, row.keep === 1]));
    return {
      matter: those('matter').get('') ?? false,
      folders: those('folder'),
      documents: those('document'),
    };
  }

  /** Nothing of the matter is kept any more. */
  forget(matterId: MatterId): void {
    for (const table of ['kept_here', 'kept_complete'])
      this.#database.prepare(`DELETE FROM ${table} WHERE matter_id = ?`).run(matterId);
  }

  /** Matters of which anything is kept. */
  matters(): MatterId[] {
    return this.#database
      .prepare<[], MatterId>('SELECT DISTINCT matter_id FROM kept_here WHERE keep = 1')
      .pluck()
      .all();
  }

  /** When all that is kept of a matter was last here, in milliseconds since 1970; null when it never was. */
  completeAt(matterId: MatterId): number | null {
    return (
      this.#database
        .prepare<[string], number>('SELECT at FROM kept_complete WHERE matter_id = ?')
        .pluck()
        .get(matterId) ?? null
    );
  }

  complete(matterId: MatterId, at: number): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO kept_complete (matter_id, at) VALUES (?, ?)')
      .run(matterId, at);
  }
}

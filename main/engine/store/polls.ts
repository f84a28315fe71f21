import type { FolderId, MatterId } from '../../../shared/model/index.ts';
import type { BodyMark } from '../service/body-mark.ts';
import type { Database } from './database.ts';

/** How the service says that a folder is not for us: it may not be read, or it does not exist (any more). */
export type Refused = 'forbidden' | 'not-found';

export interface PolledFolder {
  readonly folderId: FolderId | null;
  /** Milliseconds since 1970; null when it was never read. */
  readonly checkedAt: number | null;
  readonly refused: Refused | null;
}

/** A matter whose history is read without being asked for: linked, or looked at before. */
export interface PolledMatter {
  readonly matterId: MatterId;
  readonly linked: boolean;
  /** Milliseconds since 1970; null when nobody looked. */
  readonly lookedAt: number | null;
}

interface Row {
  readonly folderId: string;
  readonly checkedAt: number | null;
  readonly refused: Refused | null;
}

const keyOf = (folderId: FolderId | null): string => folderId ?? '';
const fromRow = ({ folderId, ...row }: Row): PolledFolder => ({
  folderId: folderId === '' ? null : (folderId as FolderId),
  ...row,
});

/** A matter with documents that wait for its history is read as a linked one, also after its folder was unlinked. */
const matters = `
  SELECT m.id AS matterId, m.looked_at AS lookedAt,
    f.matter_id IS NOT NULL OR EXISTS (SELECT 1 FROM undecided_document u WHERE u.matter_id = m.id) AS linked
  FROM matter m LEFT JOIN matter_folder f ON f.matter_id = m.id`;

/** What decides which folder's history is read next, and by what its last answer is recognised. */
export class PollStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  /** Every matter linked or looked at before, or with documents that wait for its history. */
  matters(): PolledMatter[] {
    return this.#database
      .prepare<[], Omit<PolledMatter, 'linked'> & { linked: 0 | 1 }>(
        `${matters} WHERE m.looked_at IS NOT NULL OR m.id IN (SELECT matter_id FROM matter_folder)
           OR m.id IN (SELECT matter_id FROM undecided_document)`,
      )
      .all()
      .map((row) => ({ ...row, linked: Boolean(row.linked) }));
  }

  matter(matterId: MatterId): PolledMatter {
    const row = this.#database
      .prepare<[string], Omit<PolledMatter, 'linked'> & { linked: 0 | 1 }>(`${matters} WHERE m.id = ?`)
      .get(matterId);
    return row ? { ...row, linked: Boolean(row.linked) } : { matterId, linked: false, lookedAt: null };
  }

  /** The root, every folder known of a matter, and those that are only named as the place of something that is there. */
  folders(matterId: MatterId): PolledFolder[] {
    return this.#database
      .prepare<[{ matterId: string }], Row>(
        `WITH RECURSIVE place (id) AS (
           SELECT min(place) FROM item WHERE matter_id = @matterId AND place > ''
           UNION ALL
           SELECT (SELECT min(place) FROM item WHERE matter_id = @matterId AND place > place.id) FROM place
           WHERE place.id IS NOT NULL
         )
         SELECT k.id AS folderId, p.checked_at AS checkedAt, a.refused
         FROM (
           SELECT '' AS id
           UNION ALL SELECT id FROM item WHERE matter_id = @matterId AND is_folder = 1 AND deleted = 0
           UNION ALL
           SELECT id FROM place
           WHERE id IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM item f WHERE f.matter_id = @matterId AND f.is_folder = 1 AND f.id = place.id
                             AND f.deleted = 0)
             AND EXISTS (SELECT 1 FROM item i WHERE i.matter_id = @matterId AND i.place = place.id AND i.deleted = 0)
         ) k
         LEFT JOIN folder_poll p ON p.matter_id = @matterId AND p.folder_id = k.id
         LEFT JOIN folder_answer a ON a.matter_id = @matterId AND a.folder_id = k.id`,
      )
      .all({ matterId })
      .map(fromRow);
  }

  looked(matterId: MatterId, at: number): void {
    this.#database.prepare('UPDATE matter SET looked_at = ? WHERE id = ?').run(at, matterId);
  }

  /** What the body read last is recognised by; null when none was, or when it was refused since. */
  mark(matterId: MatterId, folderId: FolderId | null): BodyMark | null {
    return (
      this.#database
        .prepare<[string, string], BodyMark>(
          `SELECT hash, etag FROM folder_answer
           WHERE matter_id = ? AND folder_id = ? AND hash IS NOT NULL AND refused IS NULL`,
        )
        .get(matterId, keyOf(folderId)) ?? null
    );
  }

  /** The folder was read, and its body is kept: in one transaction with the keeping. */
  answered(matterId: MatterId, folderId: FolderId | null, mark: BodyMark | null): void {
    this.#database
      .prepare(
        `INSERT INTO folder_answer (matter_id, folder_id, hash, etag) VALUES (?, ?, ?, ?)
         ON CONFLICT (matter_id, folder_id) DO UPDATE SET hash = excluded.hash, etag = excluded.etag,
           refused = NULL, refused_at = NULL`,
      )
      .run(matterId, keyOf(folderId), mark?.hash ?? null, mark?.etag ?? null);
  }

  /** The service says that the folder is not for us; what was read of it stays. */
  refused(matterId: MatterId, folderId: FolderId | null, how: Refused, at: number): void {
    this.#database
      .prepare(
        `INSERT INTO folder_answer (matter_id, folder_id, refused, refused_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (matter_id, folder_id) DO UPDATE SET refused = excluded.refused,
           refused_at = coalesce(refused_at, excluded.refused_at)`,
      )
      .run(matterId, keyOf(folderId), how, at);
  }

  /** Known folders of a matter that the service refuses. */
  refusals(matterId: MatterId): Map<FolderId | null, Refused> {
    return new Map(
      this.folders(matterId).flatMap(({ folderId, refused }) => (refused ? [[folderId, refused]] : [])),
    );
  }
}

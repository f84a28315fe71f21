import type { Database } from '../database.ts';

/** A checkpoint as it is kept. */
export interface KeptCheckpoint {
  readonly id: number;
  readonly tree: number;
  readonly size: number;
  /** The last entry that it covers. */
  readonly lastSeq: number;
  /** Milliseconds since 1970 by this computer's clock. */
  readonly at: number;
  readonly publicKey: Buffer;
  /** 0 for a key that was gone when the program ended. */
  readonly lasting: number;
  readonly note: string;
}

/** An authority's answer, checked when it came. */
export interface KeptStamp {
  readonly checkpoint: number;
  readonly at: number;
  /** Its address without anything that could be a secret. */
  readonly authority: string;
  /** DER of the certificate that the firm names. */
  readonly certificate: Buffer;
  readonly request: Buffer;
  readonly response: Buffer;
}

const checkpointColumns = 'id, tree, size, last_seq AS lastSeq, at, public_key AS publicKey, lasting, note';

/** Signed checkpoints of the custody log and the stamps they have. */
export class CheckpointStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** On disk when this returns, with everything that it covers. */
  add(checkpoint: Omit<KeptCheckpoint, 'id'>): KeptCheckpoint {
    const { tree, size, lastSeq, at, publicKey, lasting, note } = checkpoint;
    const { lastInsertRowid } = this.#database
      .prepare(
        `INSERT INTO custody_checkpoint (tree, size, last_seq, at, public_key, lasting, note)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(tree, size, lastSeq, at, publicKey, lasting, note);
    return { ...checkpoint, id: Number(lastInsertRowid) };
  }

  get last(): KeptCheckpoint | null {
    return (
      this.#database
        .prepare<[], KeptCheckpoint>(
          `SELECT ${checkpointColumns} FROM custody_checkpoint ORDER BY id DESC LIMIT 1`,
        )
        .get() ?? null
    );
  }

  /** True where that signed note of a tree was made here. */
  has(tree: number, note: string): boolean {
    return (
      this.#database
        .prepare('SELECT 1 FROM custody_checkpoint WHERE tree = ? AND note = ?')
        .get(tree, note) !== undefined
    );
  }

  addStamp(stamp: KeptStamp): void {
    const { checkpoint, at, authority, certificate, request, response } = stamp;
    this.#database
      .prepare(
        `INSERT INTO custody_stamp (checkpoint, at, authority, certificate, request, response)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(checkpoint, at, authority, certificate, request, response);
  }

  /** When the newest stamp by the authority of this certificate (DER) came, in milliseconds since 1970; null when there is none. */
  stampedAt(certificate: Uint8Array): number | null {
    return (
      this.#database
        .prepare<[Uint8Array], number>(
          'SELECT at FROM custody_stamp WHERE certificate = ? ORDER BY id DESC LIMIT 1',
        )
        .pluck()
        .get(certificate) ?? null
    );
  }

  /** True where the authority of this certificate (DER) stamped it. */
  isStamped(checkpoint: number, certificate: Uint8Array): boolean {
    return (
      this.#database
        .prepare('SELECT 1 FROM custody_stamp WHERE checkpoint = ? AND certificate = ?')
        .get(checkpoint, certificate) !== undefined
    );
  }

  /**
   * The stamped checkpoints of a tree that tell most of these entries: for each, and for each authority, the first that covers it. In the
   * order in which they were stamped.
   * @param seqs in order
   */
  stampedOf(tree: number, seqs: readonly number[]): (KeptCheckpoint & { stamp: KeptStamp })[] {
    const all = this.#database
      .prepare<[number], { id: number; lastSeq: number; authority: string }>(
        `SELECT stamp.id, point.last_seq AS lastSeq, hex(stamp.certificate) AS authority FROM custody_stamp AS stamp
         JOIN custody_checkpoint AS point ON point.id = stamp.checkpoint
         WHERE point.tree = ? ORDER BY stamp.id`,
      )
      .all(tree);
    const ids: number[] = [];
    for (const own of Map.groupBy(all, ({ authority }) => authority).values()) {
      let next = 0;
      for (const seq of seqs) {
        // None that does not cover an entry covers a later one.
        while (next < own.length && (own[next]?.lastSeq ?? 0) < seq) next += 1;
        const covers = own[next];
        if (covers && ids.at(-1) !== covers.id) ids.push(covers.id);
      }
    }
    ids.sort((one, other) => one - other);
    const stamps = this.#database.prepare<[number], KeptStamp>(
      'SELECT checkpoint, at, authority, certificate, request, response FROM custody_stamp WHERE id = ?',
    );
    const points = this.#database.prepare<[number], KeptCheckpoint>(
      `SELECT ${checkpointColumns} FROM custody_checkpoint WHERE id = ?`,
    );
    return ids.flatMap((id) => {
      const stamp = stamps.get(id);
      const point = stamp && points.get(stamp.checkpoint);
      return stamp && point ? [{ ...point, stamp }] : [];
    });
  }
}

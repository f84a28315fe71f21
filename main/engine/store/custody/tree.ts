import { hash } from 'node:crypto';
import { type CustodyContent, custodyFormat } from '../../../../shared/evidence/custody-entry.ts';
import { rankOf, seqOfRank, type TreeShape } from '../../../../shared/evidence/leaf-index.ts';
import { type ReadNode, rootOf } from '../../../../shared/evidence/merkle.ts';
import type { Database } from '../database.ts';
import { digestOf } from './entry.ts';
import { hashLength, leafHashes, parentHashes, rootOfTile } from './tile-hashes.ts';

type Hash = ReturnType<ReadNode>;

/** Leaves of a tile, as in C2SP tlog-tiles. */
const tileHeight = 8;
const tileWidth = 2 ** tileHeight;

/** A tree and where entries stand in it. */
export interface TreeRow extends TreeShape {
  readonly id: number;
  readonly origin: string;
  /** What the leaf says that is no entry: the head of the chain that was there before, or the checkpoint known last. */
  readonly beginning: string;
}

/** Entries that the tree counts are not there any more. */
export class LostEntries extends Error {
  constructor() {
    super('the log has lost entries that its tree counts');
  }
}

/** How a tree begins, as it is hashed. */
export const beginningText = (values: readonly unknown[]): string =>
  JSON.stringify([custodyFormat, ...values]);

/** The leaf of an entry is the digest of what it says, and that of a beginning likewise. */
export const leafOfText = (text: string): Buffer => leafHashes(hash('sha256', text, 'buffer'));

/**
 * The tree over the custody log's entries (RFC 6962). Its full tiles are kept; everything else is made from the entries when
 * it is asked for. Nothing is done for it when an entry is written but to keep the entry's digest: what a save waits for.
 */
export class CustodyTree {
  readonly #database: Database;
  readonly #contents: (first: number, last: number) => Iterable<readonly CustodyContent[]>;

  /** @param contents entries by their numbers, in order, a page at a time */
  constructor(
    database: Database,
    contents: (first: number, last: number) => Iterable<readonly CustodyContent[]>,
  ) {
    this.#database = database;
    this.#contents = contents;
  }

  /** The newest; null before one was begun. */
  get current(): TreeRow | null {
    return this.all.at(-1) ?? null;
  }

  /** All that were begun, in order: each but the last was ended when the log went on in the next. */
  get all(): readonly TreeRow[] {
    return this.#database
      .prepare<[], Omit<TreeRow, 'missing'> & { missing: string }>(
        'SELECT id, origin, entries_before AS entriesBefore, missing, beginning FROM custody_tree ORDER BY id',
      )
      .all()
      .map((row) => ({ ...row, missing: JSON.parse(row.missing) }));
  }

  begin(tree: Omit<TreeRow, 'id'>): void {
    this.#database
      .prepare('INSERT INTO custody_tree (origin, entries_before, missing, beginning) VALUES (?, ?, ?, ?)')
      .run(tree.origin, tree.entriesBefore, JSON.stringify(tree.missing), tree.beginning);
  }

  /** Leaves of the tree when this is the last entry; 0 for none. */
  sizeAt(tree: TreeRow, lastSeq: number): number {
    return rankOf(tree, lastSeq) + 1;
  }

  /** Keeps up to so many tiles that are full and not kept yet; true when some may be left. */
  grow(tree: TreeRow, lastSeq: number, atMost: number): boolean {
    const full = Math.floor(this.sizeAt(tree, lastSeq) / tileWidth);
    let next = this.#nextTile(tree);
    // With the tiles above that become full with it: what is above is never kept later.
    const keep = this.#database.transaction((number: number) => this.#keepTile(tree, 0, number));
    for (let kept = 0; kept < atMost && next < full; kept += 1) keep(next++);
    return next < full;
  }

  /** Once it has grown to there. */
  root(tree: TreeRow, size: number): Hash {
    return rootOf(size, this.reader(tree));
  }

  /**
   * Reads nodes, once it has grown so far, for one question: what it read once it does not read again.
   * @param lastSeq the last entry that is asked about: what became of later ones does not matter
   */
  reader(tree: TreeRow, lastSeq = Number.MAX_SAFE_INTEGER): ReadNode {
    const levels = new Map<string, Buffer>();
    /** All nodes of a tile at one of its levels. */
    const nodesOf = (level: number, number: number): Buffer => {
      const key = `${level}/${number}`;
      const known = levels.get(key);
      if (known) return known;
      const within = level % tileHeight;
      const nodes =
        within === 0
          ? this.#hashesOf(tree, level / tileHeight, number, lastSeq)
          : parentHashes(wholePairs(nodesOf(level - 1, number)));
      levels.set(key, nodes);
      return nodes;
    };
    return (level, index) => {
      const width = tileWidth >> (level % tileHeight);
      const at = (index % width) * hashLength;
      const node = nodesOf(level, Math.floor(index / width)).subarray(at, at + hashLength);
      if (node.length !== hashLength) throw new Error('the tree of the log has no such node');
      return Uint8Array.from(node);
    };
  }

  /**
   * The first entry whose leaf, in a kept tile or by the digest written with it, is not the one of what it says; null when there is none.
   * For one page of tiles from `from` on, full and kept or not.
   */
  firstAltered(tree: TreeRow, from: number, count: number): { checked: number; seq: number | null } {
    const read = this.#database.prepare<[number, number], { hashes: Buffer; root: Buffer }>(
      'SELECT hashes, root FROM custody_tile WHERE tree = ? AND level = 0 AND number = ?',
    );
    for (let checked = 0; checked < count; checked += 1) {
      const number = from + checked;
      const leaves = this.#leaves(tree, number, false);
      if (leaves.length === 0) return { checked, seq: null };
      const kept = read.get(tree.id, number);
      const hashes = kept?.hashes ?? this.#leaves(tree, number, true);
      for (let start = 0; start < Math.max(leaves.length, hashes.length); start += hashLength) {
        const end = start + hashLength;
        if (!hashes.subarray(start, end).equals(leaves.subarray(start, end)))
          return { checked, seq: seqAt(tree, number * tileWidth + start / hashLength) };
      }
      if (kept && !kept.root.equals(rootOfTile(leaves)))
        return { checked, seq: seqAt(tree, number * tileWidth) };
    }
    return { checked: count, seq: null };
  }

  /** The first entry below a kept tile above the leaves that is not of the tiles below it; null when there is none. */
  firstAlteredAbove(tree: TreeRow): number | null {
    const kept = this.#database
      .prepare<[number], { level: number; number: number; hashes: Buffer; root: Buffer }>(
        `SELECT level, number, hashes, root FROM custody_tile WHERE tree = ? AND level > 0 ORDER BY level, number`,
      )
      .all(tree.id);
    const altered = kept.find(
      ({ level, number, hashes, root }) =>
        !hashes.equals(this.#made(tree, level, number)) || !root.equals(rootOfTile(hashes)),
    );
    return altered ? seqAt(tree, altered.number * tileWidth ** (altered.level + 1)) : null;
  }

  #nextTile({ id }: TreeRow): number {
    return (
      this.#database
        .prepare<[number], number>(
          'SELECT coalesce(max(number) + 1, 0) FROM custody_tile WHERE tree = ? AND level = 0',
        )
        .pluck()
        .get(id) ?? 0
    );
  }

  #keepTile(tree: TreeRow, level: number, number: number): void {
    const hashes = this.#made(tree, level, number);
    this.#database
      .prepare('INSERT INTO custody_tile (tree, level, number, root, hashes) VALUES (?, ?, ?, ?, ?)')
      .run(tree.id, level, number, rootOfTile(hashes), hashes);
    if ((number + 1) % tileWidth === 0) this.#keepTile(tree, level + 1, (number + 1) / tileWidth - 1);
  }

  /** Those of a tile, as far as there are any. */
  #hashesOf(tree: TreeRow, level: number, number: number, lastSeq = Number.MAX_SAFE_INTEGER): Buffer {
    const kept = this.#database
      .prepare<[number, number, number], Buffer>(
        'SELECT hashes FROM custody_tile WHERE tree = ? AND level = ? AND number = ?',
      )
      .pluck()
      .get(tree.id, level, number);
    return kept ?? this.#made(tree, level, number, lastSeq);
  }

  #made(tree: TreeRow, level: number, number: number, lastSeq = Number.MAX_SAFE_INTEGER): Buffer {
    if (level === 0) return this.#leaves(tree, number, true, lastSeq);
    const first = number * tileWidth;
    const kept = this.#rootsBelow(tree, level, number);
    const full = Math.floor(this.#nextTile(tree) / tileWidth ** (level - 1));
    const numbers = Array.from({ length: Math.min(tileWidth, full - first) }, (_, at) => first + at);
    // What is full and not kept is made as well.
    return Buffer.concat(
      numbers.map((below) => kept.get(below) ?? rootOfTile(this.#hashesOf(tree, level - 1, below))),
    );
  }

  /** Roots that are kept of the tiles below one. */
  #rootsBelow({ id }: TreeRow, level: number, number: number): ReadonlyMap<number, Buffer> {
    const first = number * tileWidth;
    return new Map(
      this.#database
        .prepare<[number, number, number, number], { number: number; root: Buffer }>(
          'SELECT number, root FROM custody_tile WHERE tree = ? AND level = ? AND number >= ? AND number < ?',
        )
        .all(id, level - 1, first, first + tileWidth)
        .map((below) => [below.number, below.root]),
    );
  }

  /** Hashes of the leaves of a tile, as far as there are any. `asKept`: by the digests written with the entries, where they are. */
  #leaves(tree: TreeRow, number: number, asKept: boolean, lastSeq = Number.MAX_SAFE_INTEGER): Buffer {
    const { entriesBefore } = tree;
    const from = number * tileWidth;
    const hasBeginning = entriesBefore >= from && entriesBefore < from + tileWidth;
    const first = seqOfRank(tree, Math.max(from <= entriesBefore ? from + 1 : from, 1));
    const count = hasBeginning ? tileWidth - 1 : tileWidth;
    const leaves = leafHashes(this.#digests(tree, { first, count, lastSeq }, asKept));
    if (!hasBeginning) return leaves;
    const at = (entriesBefore - from) * hashLength;
    return Buffer.concat([leaves.subarray(0, at), leafOfText(tree.beginning), leaves.subarray(at)]);
  }

  /** In one text: a buffer for each row would take longer than hashing them. */
  #digests(
    tree: TreeRow,
    { first, count, lastSeq }: { first: number; count: number; lastSeq: number },
    asKept: boolean,
  ): Buffer {
    const { entries, last, digests } = this.#database
      .prepare<[number, number, number], { entries: number; last: number | null; digests: string | null }>(
        `SELECT count(*) AS entries, max(seq) AS last, group_concat(hex(digest), '') AS digests
         FROM (SELECT seq, digest FROM custody WHERE seq BETWEEN ? AND ? ORDER BY seq LIMIT ?)`,
      )
      .get(first, lastSeq, count) ?? { entries: 0, last: null, digests: null };
    if (last === null) return Buffer.alloc(0);
    if (rankOf(tree, last) - rankOf(tree, first) + 1 !== entries) throw new LostEntries();
    const kept = Buffer.from(digests ?? '', 'hex');
    if (asKept && kept.length === entries * hashLength) return kept;
    const contents = [...this.#contents(first, last)].flat();
    return Buffer.from(contents.map((content) => digestOf(content)).join(''), 'hex');
  }
}

/** Tiles in which these leaves are. */
export const tilesOf = (leaves: readonly number[]): number[] => [
  ...new Set(leaves.map((leaf) => Math.floor(leaf / tileWidth))),
];

/** Reads all of a tile, as far as a tree of that size has it, so that a proof that is made of it reads nothing more. */
export function readTile(read: ReadNode, tile: number, size: number): void {
  for (let level = 0; level < tileHeight; level += 1) {
    const first = tile * (tileWidth >> level);
    if ((first + 1) * 2 ** level <= size) read(level, first);
  }
}

/** Without a last one that has no other beside it. */
const wholePairs = (hashes: Buffer): Buffer =>
  hashes.subarray(0, hashes.length - (hashes.length % (2 * hashLength)));

/** The entry whose leaf stands there, or the one before where none does. */
const seqAt = (tree: TreeRow, index: number): number =>
  seqOfRank(tree, Math.max(index < tree.entriesBefore ? index + 1 : index, 1));

import { sha256 } from '@noble/hashes/sha2.js';
import { areEqual, joined } from './bytes.ts';

// The tree of RFC 6962, section 2.1 (RFC 9162, section 2.1), and its proofs.

type Hash = Uint8Array<ArrayBuffer>;

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

export const hashOfLeaf = (leaf: Uint8Array): Hash => new Uint8Array(sha256(joined(leafPrefix, leaf)));
export const hashOfNode = (left: Uint8Array, right: Uint8Array): Hash =>
  new Uint8Array(sha256(joined(nodePrefix, left, right)));
export const hashOfNothing = (): Hash => new Uint8Array(sha256(new Uint8Array()));

/** Leaves from `first` up to, not including, `end`: a part of a tree into which its definition splits it. */
interface Range {
  readonly first: number;
  readonly end: number;
}

/** The hash over the 2^level leaves from index * 2^level on. */
export type ReadNode = (level: number, index: number) => Hash;

/** Where a tree over so many leaves, two or more, splits: the largest power of two below that. */
function splitOf(leaves: number): number {
  let split = 1;
  while (split * 2 < leaves) split *= 2;
  return split;
}

const halves = ({ first, end }: Range): [Range, Range] => {
  const middle = first + splitOf(end - first);
  return [
    { first, end: middle },
    { first: middle, end },
  ];
};

/** MTH of the leaves in a range. */
export function hashOfRange(range: Range, read: ReadNode): Hash {
  const { first, end } = range;
  const level = Math.log2(end - first);
  if (Number.isInteger(level)) return read(level, first / 2 ** level);
  const [left, right] = halves(range);
  return hashOfNode(hashOfRange(left, read), hashOfRange(right, read));
}

export const rootOf = (size: number, read: ReadNode): Hash =>
  size === 0 ? hashOfNothing() : hashOfRange({ first: 0, end: size }, read);

/** PATH: shows that the leaf at `index` is in the tree of `size` leaves. */
export function inclusionProof(index: number, size: number, read: ReadNode): Hash[] {
  const path = (range: Range): Hash[] => {
    if (range.end - range.first === 1) return [];
    const [left, right] = halves(range);
    return index < left.end
      ? [...path(left), hashOfRange(right, read)]
      : [...path(right), hashOfRange(left, read)];
  };
  return path({ first: 0, end: size });
}

/** The root that a proof of inclusion leads to; null when it is none for this place. */
export function rootByInclusion(
  index: number,
  size: number,
  leafHash: Hash,
  proof: readonly Hash[],
): Hash | null {
  if (!isPlace(index, size) || ![leafHash, ...proof].every(isHash)) return null;
  const left = [...proof];
  const climb = (range: Range): Hash | null => {
    if (range.end - range.first === 1) return leafHash;
    const [before, after] = halves(range);
    const isBefore = index < before.end;
    const below = climb(isBefore ? before : after);
    const beside = left.shift();
    if (!below || !beside) return null;
    return isBefore ? hashOfNode(below, beside) : hashOfNode(beside, below);
  };
  const root = climb({ first: 0, end: size });
  return left.length === 0 ? root : null;
}

/** PROOF: shows that the tree of `second` leaves begins with the tree of `first`, which is not empty. */
export function consistencyProof(first: number, second: number, read: ReadNode): Hash[] {
  const proof = (range: Range, isWhole: boolean): Hash[] => {
    if (range.end === first) return isWhole ? [] : [hashOfRange(range, read)];
    const [left, right] = halves(range);
    return first <= left.end
      ? [...proof(left, isWhole), hashOfRange(right, read)]
      : [...proof(right, false), hashOfRange(left, read)];
  };
  return proof({ first: 0, end: second }, true);
}

export function isConsistent(
  first: { readonly size: number; readonly root: Hash },
  second: { readonly size: number; readonly root: Hash },
  proof: readonly Hash[],
): boolean {
  if (!isSize(first.size) || !isSize(second.size) || first.size > second.size) return false;
  // That the empty tree comes first of all shows nothing.
  if (first.size === 0) return false;
  const left = [...proof];
  /** The roots of the older and of the newer tree, as far as they lie in the range. */
  const climb = (range: Range, isWhole: boolean): [Hash, Hash] | null => {
    if (range.end === first.size) {
      const known = isWhole ? first.root : left.shift();
      return known ? [known, known] : null;
    }
    const [before, after] = halves(range);
    const isBefore = first.size <= before.end;
    const below = isBefore ? climb(before, isWhole) : climb(after, false);
    const beside = left.shift();
    if (!below || !beside) return null;
    return isBefore
      ? [below[0], hashOfNode(below[1], beside)]
      : [hashOfNode(beside, below[0]), hashOfNode(beside, below[1])];
  };
  const roots = climb({ first: 0, end: second.size }, true);
  return (
    roots !== null && left.length === 0 && areEqual(roots[0], first.root) && areEqual(roots[1], second.root)
  );
}

/** Shows several leaves at once: the hashes of the largest ranges without any of them, from left to right. */
export function batchProof(indexes: readonly number[], size: number, read: ReadNode): Hash[] {
  const wanted = [...indexes].sort((a, b) => a - b);
  const proof = (range: Range, inside: readonly number[]): Hash[] => {
    if (inside.length === 0) return [hashOfRange(range, read)];
    if (range.end - range.first === 1) return [];
    const [left, right] = halves(range);
    return [
      ...proof(
        left,
        inside.filter((index) => index < left.end),
      ),
      ...proof(
        right,
        inside.filter((index) => index >= left.end),
      ),
    ];
  };
  return size === 0 ? [] : proof({ first: 0, end: size }, wanted);
}

/** Names the part of a tree from one leaf up to another, which is not in it: its hash is the same in all trees of one log. */
export const partName = (first: number, end: number): string => `${first}-${end}`;

/** The root that a proof of several leaves leads to; null when it is none for these places. */
export const rootByBatch = (
  leaves: ReadonlyMap<number, Hash>,
  size: number,
  proof: readonly Hash[],
): Hash | null => partsByBatch(leaves, size, proof)?.get(partName(0, size)) ?? null;

/** All parts of the tree that a proof of several leaves shows, by their names; null when it is none for these places. */
export function partsByBatch(
  leaves: ReadonlyMap<number, Hash>,
  size: number,
  proof: readonly Hash[],
): Map<string, Hash> | null {
  const parts = new Map<string, Hash>();
  if (leaves.size === 0 || ![...leaves.keys()].every((index) => isPlace(index, size))) return null;
  if (![...leaves.values(), ...proof].every(isHash)) return null;
  let next = 0;
  const climb = (range: Range, inside: readonly number[]): Hash | null => {
    const hash = hashOf(range, inside);
    if (hash) parts.set(partName(range.first, range.end), hash);
    return hash;
  };
  const hashOf = (range: Range, inside: readonly number[]): Hash | null => {
    if (inside.length === 0) return proof[next++] ?? null;
    if (range.end - range.first === 1) return leaves.get(range.first) ?? null;
    const [before, after] = halves(range);
    const left = climb(
      before,
      inside.filter((index) => index < before.end),
    );
    const right = climb(
      after,
      inside.filter((index) => index >= before.end),
    );
    return left && right && hashOfNode(left, right);
  };
  const root = climb({ first: 0, end: size }, [...leaves.keys()]);
  return root && next === proof.length ? parts : null;
}

const isHash = (hash: Uint8Array): boolean => hash.length === 32;
const isSize = (size: number): boolean => Number.isSafeInteger(size) && size >= 0;
const isPlace = (index: number, size: number): boolean => isSize(index) && isSize(size) && index < size;

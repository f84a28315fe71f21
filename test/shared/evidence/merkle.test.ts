import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromHex, hexOf, utf8 } from '../../../shared/evidence/bytes.ts';
import {
  batchProof,
  consistencyProof,
  hashOfLeaf,
  hashOfNode,
  hashOfNothing,
  inclusionProof,
  isConsistent,
  type ReadNode,
  rootByBatch,
  rootByInclusion,
  rootOf,
} from '../../../shared/evidence/merkle.ts';

type Hash = ReturnType<ReadNode>;

const treeOf =
  (leaves: readonly Hash[]): ReadNode =>
  (level, index) =>
    level === 0
      ? (leaves[index] as Hash)
      : hashOfNode(treeOf(leaves)(level - 1, 2 * index), treeOf(leaves)(level - 1, 2 * index + 1));

/** The definition in RFC 6962, section 2.1, word for word. */
function definedRoot(leaves: readonly Hash[]): Hash {
  const [first] = leaves;
  if (!first) return hashOfNothing();
  if (leaves.length === 1) return first;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return hashOfNode(definedRoot(leaves.slice(0, split)), definedRoot(leaves.slice(split)));
}

/** Bytes as they stand in a published vector; anything at all where the vector has none. */
const bytes = (text: string | null): Hash => new Uint8Array(Buffer.from(text ?? '', 'base64'));
interface Inclusion {
  readonly kind: 'inclusion';
  readonly leafIdx: number;
  readonly treeSize: number;
  readonly root: string;
  readonly leafHash: string;
}
interface Consistency {
  readonly kind: 'consistency';
  readonly size1: number;
  readonly size2: number;
  readonly root1: string;
  readonly root2: string;
}
type Vector = (Inclusion | Consistency) & {
  readonly proof: string[] | null;
  readonly desc: string;
  readonly wantErr: boolean;
};
/** Of the package that Go’s checksum database and Certificate Transparency use; the first line names it. */
const vectors: Vector[] = readFileSync(join(import.meta.dirname, 'transparency-vectors.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => JSON.parse(line));

test('the published vectors of proofs hold, and their altered ones do not', () => {
  expect(vectors).toHaveLength(196);
  const wrong: string[] = [];
  for (const vector of vectors) {
    const proof = (vector.proof ?? []).map(bytes);
    const holds =
      vector.kind === 'inclusion'
        ? hexOf(
            rootByInclusion(vector.leafIdx, vector.treeSize, bytes(vector.leafHash), proof) ?? bytes('AA=='),
          ) === hexOf(bytes(vector.root))
        : isConsistent(
            { size: vector.size1, root: bytes(vector.root1) },
            { size: vector.size2, root: bytes(vector.root2) },
            proof,
          );
    if (holds === vector.wantErr) wrong.push(vector.desc);
  }
  expect(wrong).toEqual([]);
});

test('the tree of the reference implementation of RFC 6962 has its published roots', () => {
  const leaves = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ].map((hex) => hashOfLeaf(fromHex(hex) as Hash));
  const roots = [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];
  for (const [size, root] of roots.entries()) expect(hexOf(rootOf(size, treeOf(leaves)))).toBe(root);
});

const leavesOf = (count: number): Hash[] =>
  Array.from({ length: count }, (_, index) => hashOfLeaf(utf8(`leaf ${index}`)));

test('every leaf is shown to be in the tree, by itself and with others, and nothing else is', () => {
  fc.assert(
    fc.property(
      fc
        .integer({ min: 1, max: 70 })
        .chain((size) =>
          fc.tuple(
            fc.constant(size),
            fc.uniqueArray(fc.nat({ max: size - 1 }), { minLength: 1 }),
            fc.nat(),
            fc.nat({ max: 255 }),
          ),
        ),
      ([size, indexes, which, bit]) => {
        const leaves = leavesOf(size);
        const read = treeOf(leaves);
        const root = hexOf(definedRoot(leaves));
        expect(hexOf(rootOf(size, read))).toBe(root);
        for (const index of indexes) {
          const proof = inclusionProof(index, size, read);
          const found = rootByInclusion(index, size, leaves[index] as Hash, proof);
          expect(found && hexOf(found)).toBe(root);
        }
        const shown = new Map(indexes.map((index) => [index, leaves[index] as Hash]));
        const proof = batchProof(indexes, size, read);
        const found = rootByBatch(shown, size, proof);
        expect(found && hexOf(found)).toBe(root);
        const altered = which % (shown.size + proof.length);
        const hashes = [...shown.values(), ...proof].map((hash) => Uint8Array.from(hash));
        const hash = hashes[altered] as Hash;
        hash[bit >> 3] = (hash[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const other = rootByBatch(
          new Map([...shown.keys()].map((index, at) => [index, hashes[at] as Hash])),
          size,
          hashes.slice(shown.size),
        );
        expect(other && hexOf(other)).not.toBe(root);
        expect(rootByBatch(shown, size, [...proof, rootOf(size, read)])).toBeNull();
      },
    ),
  );
});

test('a tree that grew is consistent with what it was, and one that was changed is not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.nat({ max: 70 }), fc.nat(), (first, more, which) => {
      const leaves = leavesOf(first + more);
      const read = treeOf(leaves);
      const older = { size: first, root: rootOf(first, read) };
      const newer = { size: first + more, root: rootOf(first + more, read) };
      const proof = consistencyProof(first, first + more, read);
      expect(isConsistent(older, newer, proof)).toBe(true);
      const changed = [...leaves];
      changed[which % first] = hashOfLeaf(utf8('another'));
      const other = { size: first, root: rootOf(first, treeOf(changed)) };
      expect(isConsistent(other, newer, proof)).toBe(false);
      expect(isConsistent(newer, older, proof)).toBe(more === 0);
    }),
  );
});

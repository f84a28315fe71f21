import { hash } from 'node:crypto';

export const hashLength = 32;

// The hashes of RFC 6962 over many nodes at once. Each comes as a text of one character a byte, and is put where it belongs: a buffer of
// its own for each takes three times as long, and every entry that is written pays for it.

const leaf = Buffer.alloc(1 + hashLength, 0);
const node = Buffer.alloc(1 + 2 * hashLength, 1);

/** Leaf hashes of digests that stand one after the other. */
export function leafHashes(digests: Buffer): Buffer {
  const hashes = Buffer.allocUnsafe(digests.length);
  for (let at = 0; at < digests.length; at += hashLength) {
    digests.copy(leaf, 1, at, at + hashLength);
    hashes.write(hash('sha256', leaf, 'binary'), at, 'latin1');
  }
  return hashes;
}

/** Hashes of the nodes above those that stand one after the other: half as many. */
export function parentHashes(hashes: Buffer): Buffer {
  const parents = Buffer.allocUnsafe(hashes.length / 2);
  for (let at = 0; at < parents.length; at += hashLength) {
    hashes.copy(node, 1, 2 * at, 2 * at + 2 * hashLength);
    parents.write(hash('sha256', node, 'binary'), at, 'latin1');
  }
  return parents;
}

/** The root over a power of two of nodes. */
export function rootOfTile(hashes: Buffer): Buffer {
  let level = hashes;
  while (level.length > hashLength) level = parentHashes(level);
  return level;
}

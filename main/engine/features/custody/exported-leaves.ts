import type { CustodyContent } from '../../../../shared/evidence/custody-entry.ts';
import { leafIndexOf, type TreeShape } from '../../../../shared/evidence/leaf-index.ts';
import { rootOf } from '../../../../shared/evidence/merkle.ts';
import { hashLength, leafHashes, parentHashes } from '../../store/custody/tile-hashes.ts';
import { leafOfText } from '../../store/custody/tree.ts';

/** Digests of the entries of an export, of which the roots of its tree are made: 32 bytes an entry in memory. */
export class ExportedLeaves {
  readonly #digests: Buffer[] = [];
  readonly #keys: { readonly seq: number; readonly key: string }[] = [];

  /**
   * @param digest in hex, of the next entry
   * @param entry null for one that the export has by its digest alone
   */
  take(digest: string, entry: CustodyContent | null): void {
    this.#digests.push(Buffer.from(digest, 'hex'));
    if (entry?.kind === 'signing-key' && entry.detail !== null)
      this.#keys.push({ seq: entry.seq, key: entry.detail });
  }

  /** Keys that the log names within the first leaves of a tree, `size` of them, in base64. Whatever is behind those, nobody signed. */
  keysWithin(log: TreeShape, size: number): string[] {
    return this.#keys.filter(({ seq }) => leafIndexOf(log, seq) < size).map(({ key }) => key);
  }

  get length(): number {
    return this.#digests.length;
  }

  has(seq: number, digest: Uint8Array): boolean {
    return this.#digests[seq - 1]?.equals(digest) === true;
  }

  /** The first entry that is another one in the other export; null where one is the other, or the other with more. */
  firstDifference(other: ExportedLeaves): number | null {
    const at = this.#digests.findIndex((digest, index) => other.#digests[index]?.equals(digest) === false);
    return at === -1 ? null : at + 1;
  }

  /**
   * The root of the first leaves, `size` of them, of a tree that begins so; null where the export has fewer.
   * @param log how the tree begins, and how many entries are before that
   */
  rootAt(log: TreeShape & { readonly beginning: string }, size: number): Uint8Array<ArrayBuffer> | null {
    if (size > this.#digests.length + 1 || log.entriesBefore > this.#digests.length) return null;
    const leaves = leafHashes(Buffer.concat(this.#digests));
    const at = log.entriesBefore * hashLength;
    const levels: Buffer[] = [
      Buffer.concat([leaves.subarray(0, at), leafOfText(log.beginning), leaves.subarray(at)]),
    ];
    const nodesOf = (level: number): Buffer => {
      const known = levels[level];
      if (known) return known;
      const below = nodesOf(level - 1);
      const nodes = parentHashes(below.subarray(0, below.length - (below.length % (2 * hashLength))));
      levels[level] = nodes;
      return nodes;
    };
    return rootOf(size, (level, index) =>
      Uint8Array.from(nodesOf(level).subarray(index * hashLength, (index + 1) * hashLength)),
    );
  }
}

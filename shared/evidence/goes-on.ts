import { areEqual } from './bytes.ts';
import {
  type Checkpoint,
  isSignedWith,
  parseCheckpoint,
  parseCheckpointText,
  signedNote,
} from './checkpoint.ts';
import { hashesIn } from './hashes-in.ts';
import { isConsistent } from './merkle.ts';

/**
 * True when a checkpoint is what was signed of the log before, or adds to it.
 * @param known the signed note
 * @param text of the checkpoint that is to be signed
 */
export function goesOn(known: string, text: string, proof: string): boolean {
  const [before, next, hashes] = [parseCheckpoint(known), parseCheckpointText(text), hashesIn(proof)];
  if (!before || !next || !hashes || before.origin !== next.origin) return false;
  return isSame(before, next) || (before.size < next.size && isConsistent(before, next, hashes));
}

/**
 * True for a signed note of the same device that this key signed later than all that is known of it: what is known was put back from a
 * backup.
 */
export function isLater(
  note: string,
  known: {
    /** What was signed last in the same place, and of the same log. */
    readonly there: string;
    readonly last: string | null;
    readonly publicKey: Uint8Array;
  },
): boolean {
  const [checkpoint, there] = [note, known.there].map(parseCheckpoint);
  if (!checkpoint || !there || deviceIn(checkpoint) !== deviceIn(there)) return false;
  const last = known.last === null ? null : parseCheckpoint(known.last);
  return checkpoint.size > (last?.size ?? 0) && isSignedWith(checkpoint, known.publicKey);
}

const deviceIn = ({ origin }: Checkpoint): string => origin.slice(0, origin.lastIndexOf('/'));

const isSame = (one: Checkpoint, other: Checkpoint): boolean =>
  one.size === other.size && areEqual(one.root, other.root);

/** Null for what is no checkpoint. */
export function noteOf(text: string, publicKey: Uint8Array, signature: Uint8Array): string | null {
  const checkpoint = parseCheckpointText(text);
  return checkpoint && signedNote(checkpoint, publicKey, signature);
}

/** A repeatable stream of numbers from 0 (inclusive) to 1 (exclusive): mulberry32. */
export function pseudoRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pseudoRandomBytes(chance: () => number, byteCount: number): Uint8Array {
  return Uint8Array.from({ length: byteCount }, () => Math.floor(chance() * 256));
}

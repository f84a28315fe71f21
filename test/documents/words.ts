/** A number from 0 to 1 at each call, the same row of them for the same seed (mulberry32). */
function repeatable(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const vocabulary = (
  'the claimant defendant witness statement agreement notice clause schedule party shall liability damages evidence ' +
  'disclosure hearing order costs property lease term breach duty care loss contract service payment interest court ' +
  'solicitor counsel opinion advice letter meeting instructions records report expert inspection damage repair delay'
).split(' ');

/** So many paragraphs of plausible words, each ending with a number of its own, the same ones for the same seed. */
export function paragraphs(count: number, seed: number): string[] {
  const chance = repeatable(seed);
  const word = (): string => vocabulary[Math.floor(chance() * vocabulary.length)] ?? 'court';
  return Array.from({ length: count }, (_, index) => {
    const words = Array.from({ length: 70 }, word).join(' ');
    // Documents of a wanted size need something that does not compress away.
    const reference = Array.from({ length: 12 }, () => chance().toString(36).slice(2, 10)).join('-');
    return `${index + 1}. ${words[0]?.toUpperCase()}${words.slice(1)}. Reference ${reference}.`;
  });
}

/** Longest pattern, in characters; more patterns than this for one matter are a mistake. */
const longestPattern = 100;
const mostPatterns = 100;

/**
 * True when a whole file name fits a pattern: `*` stands for any characters, `?` for one, all others for themselves
 * whatever their case. Takes time in proportion to both lengths: no pattern can stall the program.
 */
export function fits(name: string, pattern: string): boolean {
  const [letters, wanted] = [comparable(name), comparable(pattern)];
  let at = 0;
  let want = 0;
  /** Where the last `*` stood, and up to where it has been taken to reach. */
  let star = -1;
  let reach = 0;
  while (at < letters.length) {
    if (wanted[want] === '*') {
      star = want;
      reach = at;
      want += 1;
    } else if (want < wanted.length && (wanted[want] === '?' || wanted[want] === letters[at])) {
      want += 1;
      at += 1;
    } else if (star >= 0) {
      reach += 1;
      at = reach;
      want = star + 1;
    } else return false;
  }
  while (wanted[want] === '*') want += 1;
  return want === wanted.length;
}

const comparable = (text: string): string[] => Array.from(text.normalize('NFC').toLocaleLowerCase('en'));

/** Why patterns cannot be taken, in words for a person; null when they can. */
export function wrongPattern(patterns: readonly string[]): string | null {
  if (patterns.length > mostPatterns) return `More than ${mostPatterns} patterns cannot be kept.`;
  for (const pattern of patterns) {
    if (pattern.trim() === '') return 'A pattern is empty.';
    if (pattern.length > longestPattern) return `“${pattern.slice(0, 20)}…” is too long.`;
    if (/[/\\]/.test(pattern)) return `“${pattern}” names a folder; patterns are for file names.`;
    // One that fits every name, or every name with an ending, would end filing without anybody noticing.
    if (/^[*?.]+$/.test(pattern)) return `“${pattern}” would leave out every document.`;
  }
  return null;
}

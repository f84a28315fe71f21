/** Letters of Windows-1252 beyond Latin-1, which the standard fonts of every reader have. */
const more = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/** True for a letter that the standard fonts of PDF have. */
export function isStandard(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0;
  // A soft hyphen is nothing to see.
  const isLatin1 = code >= 0xa0 && code <= 0xff && code !== 0xad;
  return (code >= 0x20 && code < 0x7f) || isLatin1 || more.includes(letter);
}

/** Those of a text as it is written here. The text of a large record has millions of letters, and nearly all are ASCII. */
export const beyondAscii = (text: string): readonly string[] => text.normalize('NFC').match(/[^ -~]/gu) ?? [];

/** Scripts that are written from left to right, one letter after the other, as fonts have them. */
const plainScripts =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]$/u;
/** What is nothing to see, or turns around what stands beside it. */
const unseen = /^[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]$/u;

/** True for a letter that is itself wherever it stands: what it looks like is all that there is to it. */
export const isPlain = (letter: string): boolean => plainScripts.test(letter) && !unseen.test(letter);

const scripts = [
  ['Han', /^\p{Script=Han}$/u],
  ['Japanese', /^[\p{Script=Hiragana}\p{Script=Katakana}]$/u],
  ['Korean', /^\p{Script=Hangul}$/u],
  ['Arabic', /^\p{Script=Arabic}$/u],
  ['Hebrew', /^\p{Script=Hebrew}$/u],
  ['Armenian', /^\p{Script=Armenian}$/u],
  ['Georgian', /^\p{Script=Georgian}$/u],
  ['Devanagari', /^\p{Script=Devanagari}$/u],
  ['Thai', /^\p{Script=Thai}$/u],
] as const;

const scriptOf = (letter: string): string => scripts.find(([, letters]) => letters.test(letter))?.[0] ?? '';

/**
 * What a font has; other letters by their script and their numbers in Unicode, those of one script together, so that nothing is left
 * out and nothing looks like something else.
 */
export function writable(text: string, has: (letter: string) => boolean): string {
  let written = '';
  let script: string | null = null;
  for (const letter of text.normalize('NFC')) {
    if (has(letter)) {
      written += script === null ? letter : `]${letter}`;
      script = null;
      continue;
    }
    const code = `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    const own = scriptOf(letter);
    if (script === own) written += ` ${code}`;
    else written += `${script === null ? '' : ']'}[${own === '' ? '' : `${own} `}${code}`;
    script = own;
  }
  return script === null ? written : `${written}]`;
}

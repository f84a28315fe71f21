/** Words of a search; more of them, or longer ones, are left out: nobody types them. */
const mostWords = 12;
const longestWord = 100;

/** What a tokenizer would find a word in: letters, digits, and the private characters of fonts. */
const hasToken = /[\p{L}\p{N}\p{Co}]/u;

/** What the person typed, word by word. */
export const wordsOf = (text: string): string[] =>
  text
    .toWellFormed()
    .split(/[\s\0]+/)
    .filter((word) => hasToken.test(word))
    .slice(0, mostWords)
    .map((word) => word.slice(0, longestWord).toWellFormed());

/**
 * An FTS5 expression for every text a person can type: all words in any order, each as it begins. A word with punctuation
 * in it (2024/00123-A) is a phrase. Null when there is no word.
 */
export function expressionOf(text: string): string | null {
  const words = wordsOf(text);
  return words.length === 0 ? null : words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' AND ');
}

const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Text for a terminal or a page: what is nothing to see, ends a line, steers a terminal or turns letters around stands there by its number. */
export const visible = (text: string): string =>
  text.replace(
    unseen,
    (letter) => `[U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );

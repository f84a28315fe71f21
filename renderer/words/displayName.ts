/** Longest name shown, in UTF-16 units; anything longer is cut with an ellipsis. */
const longestShown = 1_000;

/**
 * Characters that change how their neighbours look without being seen themselves: controls, bidirectional marks and
 * overrides, line and paragraph separators, fillers, tags and invisible formatting. Joiners and the two emoji variation
 * selectors stay: emoji and several scripts need them.
 */
const deceptive =
  /[\p{Cc}\p{Zl}\p{Zp}\ufff9-\ufffb[\p{Default_Ignorable_Code_Point}--[\p{Join_Control}\p{Variation_Selector}]]]/gv;

/**
 * A name as it may be shown: every character that could hide or reorder text is replaced by a visible stand-in.
 * Names come from outside and are hostile until shown this way (as text only, inside `<bdi>`).
 */
export function displayName(name: string): string {
  const shown = name.toWellFormed().replace(deceptive, visible).trim();
  if (shown === '') return '(no name)';
  return shown.length > longestShown ? `${shown.slice(0, longestShown).toWellFormed()}…` : shown;
}

function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** The text of a document, shown by the same rule, as long as it is; its lines and tabs stay. */
export const documentText = (text: string): string =>
  text
    .toWellFormed()
    .replace(deceptive, (character) => (/[\n\t]/.test(character) ? character : visible(character)));

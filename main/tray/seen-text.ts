/**
 * A text with names in it as the system's own menus and dialogs may show it: no control, direction or hidden character
 * moves or hides anything. They have no way to show such a character for what it is in a few letters.
 */
export const seenText = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');

/** How long a pause between letters begins a new word, in milliseconds. */
const pause = 900;

/** What was typed lately, for going to the row that starts with it. */
export interface Typed {
  readonly text: string;
  readonly at: number;
}

export const nothingTyped: Typed = { text: '', at: Number.NEGATIVE_INFINITY };

export const typedNext = (before: Typed, character: string, now: number): Typed => ({
  text: now - before.at > pause ? character : before.text + character,
  at: now,
});

/**
 * The row to go to: the current one stays as long as it fits a longer word; one letter, also typed several times, goes on
 * to the next row that starts with it. -1 when no row fits.
 */
export function rowForTyped(names: readonly string[], typed: string, active: number): number {
  const text = fold(typed);
  const [first = ''] = text;
  const same = text === first.repeat(text.length / Math.max(1, first.length));
  const wanted = same ? first : text;
  const from = same ? active + 1 : Math.max(0, active);
  const fits = (name: string) => fold(name).startsWith(wanted);
  const after = names.findIndex((name, index) => index >= from && fits(name));
  return after >= 0 ? after : names.findIndex(fits);
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

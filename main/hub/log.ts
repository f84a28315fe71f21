/** What the hub writes down: words and numbers of its own, never a name, an id, an address that was asked for, a token or a key. */
export type Log = (event: string, facts?: Readonly<Record<string, string | number | boolean | null>>) => void;

/** One line of JSON for each event. */
export const logTo =
  (write: (line: string) => void, now: () => number): Log =>
  (event, facts = {}) =>
    write(`${JSON.stringify({ at: new Date(now()).toISOString(), event, ...facts })}\n`);

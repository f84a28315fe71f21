/** A value given to a statement that something is compared with. */
const comparedValue = /(?<compared>[=<>] ?)(?<value>[?@]\w*)/g;
/** How many rows are wanted. */
const wantedRows = /(?<wanted>LIMIT |OFFSET )(?<value>[?@]\w*)/g;

/**
 * The same statement, for SQLite to prepare it once: with a bare value there, it looks for the best plan anew each time the value
 * is another one, which takes ten times as long as most statements here. A plus changes no value, whatever its type, and
 * no comparison; indexes are used as before.
 */
export const withSteadyPlan = (sql: string): string =>
  sql.replaceAll(comparedValue, '$<compared>+$<value>').replaceAll(wantedRows, '$<wanted>($<value> + 0)');

/** Rows asked for at once. */
export const pageSize = 100;

/** The pages that hold the rows `first` to `last`, both included. Page 0 is always among them: it knows the total. */
export function pagesFor(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first) / pageSize);
  const to = Math.floor(Math.max(first, last, 0) / pageSize);
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return from === 0 ? pages : [0, ...pages];
}

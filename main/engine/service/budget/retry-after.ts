/** No service's word stops the program for longer than this; after it, one request finds out anew. */
export const longestPause = 60 * 60 * 1000;

/**
 * Whole milliseconds to wait by a `Retry-After` header (seconds or an HTTP date), from 0 to one hour; null when there is none
 * that can be understood. A date is measured against the answer's own `Date`, since the two computers' clocks differ.
 */
export function parseRetryAfter(
  retryAfter: string | undefined,
  answerDate: string | undefined,
  now: number,
): number | null {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Math.ceil(Number(text) * 1000), longestPause);
  const until = httpDate(text);
  if (until === null) return null;
  return Math.min(Math.max(until - (httpDate(answerDate ?? '') ?? now), 0), longestPause);
}

/** An HTTP date as milliseconds since 1970, null when it is none. */
export function httpDate(text: string): number | null {
  // The oldest of the three formats names no zone and means UTC.
  const dated = /^\w{3} \w{3} [\d ]\d \d{2}:\d{2}:\d{2} \d{4}$/.test(text) ? `${text} GMT` : text;
  const time = /[A-Za-z]{3}/.test(dated) ? Date.parse(dated) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

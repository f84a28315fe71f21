import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullJitter } from '../../../../main/engine/platform/back-off.ts';
import { longestPause, parseRetryAfter } from '../../../../main/engine/service/budget/retry-after.ts';

const now = Date.UTC(2026, 10, 2, 9);
const httpDate = (time: number) => new Date(time).toUTCString();

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['7', 7000],
    [' 120 ', 120_000],
    ['1.5', 1500],
    ['1.2345', 1235],
    ['999999999999', longestPause],
    [httpDate(now + 30_000), 30_000],
    [httpDate(now - 30_000), 0],
    ['Mon Nov  2 09:00:30 2026', 30_000],
  ])('%j waits %i ms', (header, wait) => {
    expect(parseRetryAfter(header, undefined, now)).toBe(wait);
  });

  it.each([undefined, '', 'soon', '-5', '1e3', 'NaN'])('%j says nothing', (header) => {
    expect(parseRetryAfter(header, undefined, now)).toBeNull();
  });

  it('measures a date against the service’s own clock', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 3600 }), (skew, seconds) => {
        const there = now + skew * 1000;
        expect(parseRetryAfter(httpDate(there + seconds * 1000), httpDate(there), now)).toBe(seconds * 1000);
      }),
    );
  });

  it('is never an exception and never out of bounds, whatever the header', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (header, date) => {
        const wait = parseRetryAfter(header, date, now);
        expect(wait === null || (wait >= 0 && wait <= longestPause)).toBe(true);
      }),
    );
  });
});

describe('full jitter', () => {
  it('is anywhere below the doubled wait, and below the cap', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.nat(2000), random, (attempt, chance) => {
        const wait = fullJitter(attempt, () => chance, { base: 1000, cap: 60_000 });
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThan(Math.min(60_000, 1000 * 2 ** attempt));
      }),
    );
  });
});

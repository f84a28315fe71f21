import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dateFromTicks,
  isTicks,
  maxTicks,
  minTicks,
  ticksFromDate,
  toTicks,
} from '../../../../main/engine/service/ticks.ts';

describe('.NET ticks', () => {
  it.each([
    [0n, '0001-01-01T00:00:00.000Z'],
    [9_999n, '0001-01-01T00:00:00.000Z'],
    [10_000n, '0001-01-01T00:00:00.001Z'],
    [621_355_967_999_999_999n, '1969-12-31T23:59:59.999Z'],
    [621_355_968_000_000_000n, '1970-01-01T00:00:00.000Z'],
    [630_822_816_000_000_000n, '2000-01-01T00:00:00.000Z'],
    [638_396_640_000_000_000n, '2024-01-01T00:00:00.000Z'],
    [3_155_378_975_999_999_999n, '9999-12-31T23:59:59.999Z'],
  ])('%i is %s', (ticks, date) => {
    expect(dateFromTicks(toTicks(ticks)).toISOString()).toBe(date);
  });

  it('and dates of years 1 to 9999 are the same both ways', () => {
    const min = new Date('0001-01-01T00:00:00.000Z');
    const max = new Date('9999-12-31T23:59:59.999Z');
    fc.assert(
      fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
        expect(dateFromTicks(ticksFromDate(date))).toEqual(date);
      }),
    );
  });

  it('are rounded down to the millisecond, never to another one', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: minTicks, max: maxTicks }), (value) => {
        const back = ticksFromDate(dateFromTicks(toTicks(value)));
        expect(value - back).toBeGreaterThanOrEqual(0n);
        expect(value - back).toBeLessThan(10_000n);
      }),
    );
  });

  it('exist for every date and every number', () => {
    fc.assert(
      fc.property(fc.date(), fc.bigInt(), (date, value) => {
        expect(isTicks(ticksFromDate(date))).toBe(true);
        expect(isTicks(toTicks(value))).toBe(true);
        expect(Number.isNaN(dateFromTicks(toTicks(value)).getTime())).toBe(false);
      }),
    );
    expect(ticksFromDate(new Date(Number.NaN))).toBe(minTicks);
    expect(ticksFromDate(new Date(-8.64e15))).toBe(minTicks);
    expect(ticksFromDate(new Date(8.64e15))).toBe(maxTicks);
  });
});

import { rule } from '../../../shared/rules/checks.ts';

/** A count of 100-nanosecond steps since 0001-01-01T00:00:00Z, exact (spec: Shared shapes, `lastUpdated`). */
export type Ticks = bigint & { readonly __brand: 'Ticks' };

const ticksPerMillisecond = 10_000n;
/** Ticks at 1970-01-01T00:00:00Z. */
const unixEpoch = 621_355_968_000_000_000n;
/** 9999-12-31T23:59:59.9999999Z. */
const last = 3_155_378_975_999_999_999n;

export function isTicks(value: bigint): value is Ticks {
  return value >= 0n && value <= last;
}

/** What is wrong with a query's instant; nothing where there is none (spec: Shared shapes, `lastUpdated`). */
export const ticksIn = (name: string, value: bigint | undefined) =>
  rule(name, value === undefined || isTicks(value), 'must be .NET ticks of a UTC date');

/** The nearest instant ticks can name: total, since everything outside years 1 to 9999 becomes its edge. */
export function toTicks(value: bigint): Ticks {
  const nearest = value < 0n ? 0n : value > last ? last : value;
  if (isTicks(nearest)) return nearest;
  throw new RangeError('unreachable: between the first and the last instant');
}

/** 0001-01-01T00:00:00Z, the first instant ticks can name. */
export const minTicks = toTicks(0n);
/** The last. */
export const maxTicks = toTicks(last);

/** Ticks of a date; an invalid date counts as the first instant. */
export function ticksFromDate(date: Date): Ticks {
  const time = date.getTime();
  return Number.isNaN(time) ? minTicks : toTicks(BigInt(time) * ticksPerMillisecond + unixEpoch);
}

/** The date of ticks, rounded down to its millisecond. */
export function dateFromTicks(ticks: Ticks): Date {
  return new Date(Number((ticks - (ticks % ticksPerMillisecond) - unixEpoch) / ticksPerMillisecond));
}

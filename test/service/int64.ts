const ticksPerMillisecond = 10_000n;
const ticksAtUnixEpoch = 621_355_968_000_000_000n;

/** .NET ticks (100 ns since 0001-01-01 UTC) of a Unix time in milliseconds (spec: Shared shapes). */
export function ticksOf(milliseconds: number): bigint {
  return BigInt(Math.round(milliseconds)) * ticksPerMillisecond + ticksAtUnixEpoch;
}

/** The inverse, to the millisecond. */
export const millisecondsOf = (ticks: bigint): number =>
  Number((ticks - ticksAtUnixEpoch) / ticksPerMillisecond);

declare global {
  interface JSON {
    // Node 24 has it; the typings of this ECMAScript edition do not.
    rawJSON(text: string): unknown;
  }
}

/** A value that JSON.stringify writes as an exact integer, also beyond 2^53. */
export function int64(value: bigint | number): unknown {
  return JSON.rawJSON(String(value));
}

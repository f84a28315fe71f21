/** Half of all values are not above `p50`, and so on; null when there are no values. */
export interface Quantiles {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

export function quantiles(values: readonly number[]): Quantiles | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}

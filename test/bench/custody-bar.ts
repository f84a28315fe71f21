import type { Bar } from './bar.ts';

export const custodyBar = (
  what: string,
  value: number,
  unit: string,
  against: string,
  ratio: number,
  limit: string,
  holds: boolean,
): Bar => ({
  bench: 'custody',
  what,
  value: Math.round(value * 1_000) / 1_000,
  unit,
  against,
  ratio: Number(ratio.toFixed(3)),
  limit,
  holds,
});

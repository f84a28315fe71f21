import { dayOf } from '../../words/days.ts';

const dayLength = 24 * 60 * 60_000;
/** Bars at most: more cannot be told apart or hit. */
const mostBars = 60;

export interface Bar {
  /** Local days, both included. */
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

/** Days with something in them as bars of days, weeks or months of equal length from the first to the last. */
export function barsOf(days: readonly { readonly day: number; readonly count: number }[]): Bar[] {
  const first = days[0]?.day;
  const last = days.at(-1)?.day;
  if (first === undefined || last === undefined) return [];
  const span = last - first + 1;
  const width =
    [1, 7, 14, 30, 91, 182, 365].find((one) => span / one <= mostBars) ?? Math.ceil(span / mostBars);
  const bars = Array.from({ length: Math.ceil(span / width) }, () => 0);
  for (const { day, count } of days) {
    const at = Math.floor((day - first) / width);
    bars[at] = (bars[at] ?? 0) + count;
  }
  const local = (day: number) => dayOf(new Date(day * dayLength + dayLength / 2));
  return bars.map((count, index) => ({
    from: local(first + index * width),
    to: local(Math.min(last, first + (index + 1) * width - 1)),
    count,
  }));
}

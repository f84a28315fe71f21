import type { TimelineEntry } from '../../../shared/model/index.ts';
import { dayHeading } from '../../words/time.ts';

export interface TimelineItem {
  readonly entry: TimelineEntry;
  /** Stands above the first entry of its group; null for the others. */
  readonly heading: string | null;
}

export const notFiledYet = 'On this computer, not filed yet';

/** Saves that are not filed yet first, then what the service's history shows, by day; newest first throughout. */
export function timelineItems(entries: readonly TimelineEntry[], now: number): TimelineItem[] {
  const pending = entries.filter((entry) => entry.state !== 'filed');
  const filed = entries.filter((entry) => entry.state === 'filed');
  let group: string | null = null;
  const headed = (entry: TimelineEntry, heading: string): TimelineItem => {
    const first = heading !== group;
    group = heading;
    return { entry, heading: first ? heading : null };
  };
  return [
    ...pending.map((entry) => headed(entry, notFiledYet)),
    ...filed.map((entry) => headed(entry, dayHeading(entry.at, now))),
  ];
}

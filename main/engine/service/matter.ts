import { z } from 'zod';
import { matterIdSchema } from '../../../shared/model.ts';
import { type Ticks, ticksFromDate } from './ticks.ts';
import {
  flag,
  linkOrNull,
  links,
  objectOrNull,
  readTicks,
  recordReader,
  text,
  textOrNull,
  texts,
  ticksOrNull,
  versionId,
  type WithRaw,
} from './tolerant.ts';

/** The statuses the spec names; a service may come to say others (spec: States and transitions). */
export const matterStatuses = ['Open', 'Pending', 'Closed', 'Deleted', 'Cancelled'] as const;
export type MatterStatus = (typeof matterStatuses)[number];

const matterSchema = z.object({
  id: matterIdSchema,
  href: textOrNull,
  versionId,
  /** May be blank. */
  number: text,
  matterType: linkOrNull,
  clients: links,
  otherSides: links,
  /** Only in lists. */
  clientIds: texts,
  otherSideIds: texts,
  title: text,
  description: text,
  /** One of `matterStatuses`, or whatever else the service said. */
  status: text,
  personResponsible: linkOrNull,
  personAssisting: linkOrNull,
  openedDate: textOrNull,
  isLead: flag,
  /** Keyed collections such as roles and layouts, as they came; null when they were not asked for. */
  items: objectOrNull,
  lastUpdated: ticksOrNull,
});

/** A matter or lead, from a list or read alone (spec: Matter). */
export type Matter = WithRaw<z.infer<typeof matterSchema>>;

export const readMatter = recordReader(matterSchema);

/** Plausible for a change in a practice system: years 1970 to 2200. */
const plausible = { from: ticksFromDate(new Date(0)), to: ticksFromDate(new Date(Date.UTC(2200, 0))) };

/**
 * When the matter last changed on the service, for `updatedSince`: its `lastUpdated`, else its version id where that
 * looks like a tick count (spec: Versioning 2). Null when neither tells.
 */
export function changedAt(matter: Matter): Ticks | null {
  const ticks = matter.lastUpdated ?? readTicks(matter.versionId);
  return ticks !== null && ticks >= plausible.from && ticks <= plausible.to ? ticks : null;
}

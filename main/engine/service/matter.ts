import { err, ok } from '../../../shared/base/result.ts';
import { type MatterId, matterIdSchema } from '../../../shared/model/index.ts';
import { isObject, type JsonObject } from './json.ts';
import { type Ticks, ticksFromDate } from './ticks.ts';
import {
  issueOf,
  type Link,
  type Reader,
  readFlag,
  readLink,
  readLinks,
  readObject,
  readText,
  readTexts,
  readTicks,
  readVersionId,
  type WithRaw,
} from './tolerant.ts';

interface MatterMembers {
  readonly id: MatterId;
  readonly href: string | null;
  readonly versionId: string;
  /** May be blank. */
  readonly number: string;
  readonly matterType: Link | null;
  readonly clients: readonly Link[];
  readonly otherSides: readonly Link[];
  /** Only in lists. */
  readonly clientIds: readonly string[];
  readonly otherSideIds: readonly string[];
  readonly title: string;
  readonly description: string;
  /** One of `matterStatuses`, or whatever else the service said. */
  readonly status: string;
  readonly personResponsible: Link | null;
  readonly personAssisting: Link | null;
  readonly openedDate: string | null;
  readonly isLead: boolean;
  /** Keyed collections such as roles and layouts, as they came; null when they were not asked for. */
  readonly items: JsonObject | null;
  readonly lastUpdated: Ticks | null;
}

/** A matter or lead, from a list or read alone (spec: Matter). */
export type Matter = WithRaw<MatterMembers>;

/** By hand, not by a schema as the other resources: there are 100,000 of them, and schemas leave much to collect. */
export const readMatter: Reader<Matter> = (json) => {
  if (!isObject(json)) return err('an object was expected');
  const id = matterIdSchema.safeParse(json['id']);
  if (!id.success) return err(issueOf(id.error, 'id'));
  return ok({
    id: id.data,
    href: readText(json['href']),
    versionId: readVersionId(json['versionId']),
    number: readText(json['number']) ?? '',
    matterType: readLink(json['matterType']),
    clients: readLinks(json['clients']),
    otherSides: readLinks(json['otherSides']),
    clientIds: readTexts(json['clientIds']),
    otherSideIds: readTexts(json['otherSideIds']),
    title: readText(json['title']) ?? '',
    description: readText(json['description']) ?? '',
    status: readText(json['status']) ?? '',
    personResponsible: readLink(json['personResponsible']),
    personAssisting: readLink(json['personAssisting']),
    openedDate: readText(json['openedDate']),
    isLead: readFlag(json['isLead']) ?? false,
    items: readObject(json['items']),
    lastUpdated: readTicks(json['lastUpdated']),
    raw: json,
  });
};

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

import {
  type FileId,
  type MassChangeLimits,
  type MatterId,
  massChangeLimitsSchema,
  usualMassChangeLimits,
} from '../../../shared/model.ts';
import type { ChangeKind, MassChange } from '../store/mass-changes.ts';
import type { Stores } from '../store/stores.ts';

type ChangeStores = Pick<Stores, 'links' | 'massChanges' | 'matters' | 'outbox'>;

export interface SeenChange {
  readonly matterId: MatterId;
  readonly fileId: FileId;
  /** `new`: of a document nobody knew; it counts for nothing, and waits with the others. */
  readonly what: Exclude<ChangeKind, 'removed'> | 'new';
  /** Milliseconds since 1970, as the file system tells it: what changed last week did not change all at once. */
  readonly changedAt: number;
  readonly now: number;
}

const setting = 'mass-change';
/** How long a change is remembered, in ms: a start after days away reads thousands of files before all is noticed. */
const remembered = 10 * 60_000;

export function massChangeLimits(stores: Pick<Stores, 'matters'>): MassChangeLimits {
  const kept = stores.matters.setting(setting);
  return kept === null ? usualMassChangeLimits : massChangeLimitsSchema.parse(JSON.parse(kept));
}

export function setMassChangeLimits(stores: Pick<Stores, 'matters'>, limits: MassChangeLimits): void {
  stores.matters.putSetting(setting, JSON.stringify(limits));
}

/** True when so many changed documents of so many are too many to be filed without asking. */
export function isMassChange(limits: MassChangeLimits, changed: number, documents: number): boolean {
  if (changed > limits.documents) return true;
  return documents > limits.ofMoreThan && changed * 100 > documents * limits.percent;
}

/**
 * A save was captured: call inside its transaction, after it was added. When it is one of too many, it and the others
 * of its matter that are not on their way yet are held until the person decides; nothing captured is ever lost by it.
 */
export function watchForMassChange(stores: ChangeStores, seen: SeenChange): void {
  const { massChanges, outbox } = stores;
  const { matterId, fileId, what, changedAt, now } = seen;
  const span = massChangeLimits(stores).withinSeconds * 1000;
  const last = massChanges.newest(matterId);
  if (last && last.decision !== 'keep' && last.decision !== 'each' && Math.abs(now - last.lastAt) <= span) {
    // Still going on. What the person said to file all of is filed to its end.
    massChanges.goesOn(last.id, now);
    if (last.decision !== null) return;
    if (what !== 'new') massChanges.note({ matterId, fileId, what, changedAt, noticedAt: now }, last.id);
    outbox.hold(last.id, matterId, now);
    return;
  }
  if (what !== 'new') {
    massChanges.forgetOld(matterId, now - remembered, now);
    massChanges.note({ matterId, fileId, what, changedAt, noticedAt: now }, null);
  }
  beginIfTooMany(stores, { matterId, around: changedAt, now, last });
}

/** Documents were found gone a while ago, and nothing shows that they were only moved. True when they are too many. */
export function lookForMassRemoval(stores: ChangeStores, matterId: MatterId, now: number): boolean {
  return beginIfTooMany(stores, { matterId, around: now, now, last: stores.massChanges.newest(matterId) });
}

function beginIfTooMany(
  stores: ChangeStores,
  {
    matterId,
    around,
    now,
    last,
  }: { matterId: MatterId; around: number; now: number; last: MassChange | undefined },
): boolean {
  const { massChanges, links, outbox } = stores;
  const limits = massChangeLimits(stores);
  const span = limits.withinSeconds * 1000;
  const [from, to] = [around - span, around + span];
  const { all, removed } = massChanges.countBetween(matterId, from, to);
  const fewest = Math.min(limits.documents, (limits.ofMoreThan * limits.percent) / 100);
  if (all <= fewest || !isMassChange(limits, all, links.countFiles(matterId) + removed)) return false;
  const id = last?.decision === null ? last.id : massChanges.begin(matterId, from, now);
  massChanges.goesOn(id, now);
  massChanges.gather(id, matterId, from, to);
  outbox.hold(id, matterId, now - span);
  return true;
}

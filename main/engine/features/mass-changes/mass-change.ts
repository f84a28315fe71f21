import type { FileId, MassChangeLimits, MatterId } from '../../../../shared/model/index.ts';
import type { ChangeKind, MassChange } from '../../store/mass-changes.ts';
import { putSettingOf, settingOf, settings } from '../../store/settings.ts';
import type { Stores } from '../../store/stores.ts';

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

/** How long a change is remembered, in ms: a start after days away reads thousands of files before all is noticed. */
const remembered = 10 * 60_000;

export function massChangeLimits(stores: Pick<Stores, 'matters'>): MassChangeLimits {
  return settingOf(stores.matters, settings.massChange);
}

export function setMassChangeLimits(stores: Pick<Stores, 'matters'>, limits: MassChangeLimits): void {
  putSettingOf(stores.matters, settings.massChange, limits);
}

/** True when so many changed documents of so many are too many to be filed without asking. */
export function isMassChange(limits: MassChangeLimits, changed: number, documents: number): boolean {
  if (changed > limits.documents) return true;
  return documents > limits.ofMoreThan && changed * 100 > documents * limits.percent;
}

/**
 * A save was captured: call inside its transaction, after it was added. When it is one of too many, it and the others
 * of its matter that did not leave yet are held until the person decides; nothing captured is ever lost by it.
 */
export function watchForMassChange(stores: ChangeStores, seen: SeenChange): void {
  const { massChanges, outbox } = stores;
  const { matterId, fileId, what, changedAt, now } = seen;
  const span = massChangeLimits(stores).withinSeconds * 1000;
  const last = massChanges.newest(matterId);
  // What comes after the person decided counts anew: they agreed to what they were shown.
  if (last?.decision === null && Math.abs(now - last.lastAt) <= span) {
    massChanges.goesOn(last.id, now);
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

/** @param removed how many of the changed documents are not on this computer any more */
function isTooMany(
  links: ChangeStores['links'],
  limits: MassChangeLimits,
  matterId: MatterId,
  changed: number,
  removed = 0,
): boolean {
  if (changed <= fewest(limits)) return false;
  // Of so many documents the changed ones are too small a share, however many more there are: those need not be counted.
  const enough = Math.max(limits.ofMoreThan + 1, Math.ceil((changed * 100) / limits.percent));
  return isMassChange(limits, changed, links.countFiles(matterId, enough) + removed);
}

/** So many documents more show that a change goes on that the person did not agree to: not one that they saved themselves. */
const fewMore = 3;

/** What the person wanted kept unfiled, or to look at, counts on while it goes on: not another fifty are filed first. */
function goingOnAnyway(
  { massChanges }: ChangeStores,
  last: MassChange | undefined,
  anew: number,
  now: number,
  span: number,
): number {
  if (!last || last.decision === null || last.decision === 'file' || anew < fewMore) return 0;
  return massChanges.noticedBetween(last.id, last.matterId, now - span, now);
}

/** No number up to this is a mass change, however few documents there are. */
const fewest = ({ documents, ofMoreThan, percent }: MassChangeLimits): number =>
  Math.min(documents, (ofMoreThan * percent) / 100);

/** Documents were found gone a while ago, and nothing shows that they were only moved. True when they are too many. */
export function checkForMassRemoval(stores: ChangeStores, matterId: MatterId, now: number): boolean {
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
  const { all: anew, removed } = massChanges.countBetween(matterId, from, to);
  const all = anew + goingOnAnyway(stores, last, anew, now, span);
  if (!isTooMany(links, limits, matterId, all, removed)) return false;
  const id = last?.decision === null ? last.id : massChanges.begin(matterId, from, now);
  massChanges.goesOn(id, now);
  massChanges.gather(id, matterId, from, to);
  outbox.hold(id, matterId, now - span);
  return true;
}

import { jobKind } from '../jobs.ts';
import { type Kind, recordsOf } from '../store/records.ts';
import type { World } from '../world.ts';

interface RecordJob {
  readonly kind: Kind;
  readonly id: string;
  readonly changes: Readonly<Record<string, unknown>>;
  readonly event?: string;
}

const recordJob = jobKind<RecordJob>('record');

/** Accepts a new record, or changes to one; they show a moment later. */
export function acceptRecord(world: World, job: RecordJob): void {
  world.jobs.add(recordJob, job);
}

export function applyAcceptedRecords(world: World): void {
  world.jobs.on(recordJob, ({ kind, id, changes, event }) => {
    const records = recordsOf<Record<string, unknown>>(world.store, kind);
    records.put(id, { ...records.get(id)?.value, ...changes }, world.nextTicks());
    if (event !== undefined) world.emit(event, { id });
  });
}

/** The members of a body that say something, where null means that nothing is said. */
export function withoutNulls(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

import type { Result } from '../../../shared/base/result.ts';
import type { StaffMember } from '../../../shared/model/index.ts';
import type { Workspace } from '../compose.ts';
import { ownUserId } from '../store/matters.ts';
import type { Stores } from '../store/stores.ts';
import type { KeptPerson } from './kept-person.ts';
import type { Kept } from './open-workspaces.ts';

/** Whom of the firm's staff a workspace belongs to: as history proved, or else as they said; null while nobody knows. */
export function personOf(
  person: KeptPerson | null,
  { matters }: Pick<Stores, 'matters'>,
): StaffMember | null {
  const id = matters.setting(ownUserId);
  if (id === null) return person?.staff ?? null;
  const name = matters.staffNames().get(id);
  return name === undefined ? (person?.staff ?? null) : { id, name };
}

/** The same, also of one that is not open. */
export function staffOf({ person, opened }: Pick<Kept, 'person' | 'opened'>): StaffMember | null {
  const said = person === 'unreadable' ? null : person;
  return opened.ok ? personOf(said, opened.value.stores) : (said?.staff ?? null);
}

/** Saves that are not filed; null of a workspace that cannot be looked into. */
export function waitingIn(opened: Result<Pick<Workspace, 'stores'>, unknown>): number | null {
  if (!opened.ok) return null;
  const { waiting, sending, sent, problem } = opened.value.stores.saves.counts();
  return waiting + sending + sent + problem;
}

import type { StaffMember } from '../../shared/model/index.ts';
import { usePerson } from '../conversation/useConversation.ts';

/** Whom of the firm's staff the person is; null while nobody knows. */
export function useOwnStaff(): StaffMember | null {
  const person = usePerson();
  return person?.state === 'known' ? person.staff : null;
}

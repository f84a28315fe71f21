import type { StaffMember } from '../../shared/model/index.ts';
import { useConversation, usePerson } from '../conversation/useConversation.ts';

/** Whom of the firm's staff the person is, before the engine answers as the window showed it last; null while nobody knows. */
export function useOwnStaff(): StaffMember | null {
  const { keptScreen } = useConversation();
  const person = usePerson();
  if (person === null) return keptScreen?.staff ?? null;
  return person?.state === 'known' ? person.staff : null;
}

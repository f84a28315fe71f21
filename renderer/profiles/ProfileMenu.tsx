import { later } from '../widgets/later.tsx';
import { useProfiles } from './useProfiles.ts';

const ProfileChoice = later(async () => (await import('./ProfileChoice.tsx')).ProfileChoice);

/** Which profile is shown, and the way to another; nothing where there is only one. */
export function ProfileMenu() {
  const profiles = useProfiles();
  return profiles && profiles.profiles.length > 1 ? <ProfileChoice {...profiles} /> : null;
}

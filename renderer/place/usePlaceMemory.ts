import { useEffect } from 'react';
import { usePrefer, usePreferences } from '../preferences/usePreferences.ts';
import { hashOf, type Place } from './place.ts';

/** How long a place has to last before it is remembered, in milliseconds. */
const settles = 400;

/** Remembers where the person is, for the next start. */
export function usePlaceMemory(place: Place): void {
  const preferences = usePreferences();
  const prefer = usePrefer();
  const known = preferences !== null;
  const kept = preferences?.place ?? '';
  const hash = hashOf(place);

  useEffect(() => {
    if (!known || window.location.hash === '' || hash === kept) return undefined;
    const timer = setTimeout(() => {
      prefer({ place: hash }).catch((error: unknown) => console.warn('The place is not remembered.', error));
    }, settles);
    return () => clearTimeout(timer);
  }, [known, hash, kept, prefer]);
}

import { useEffect } from 'react';
import { usePrefer, usePreferences } from '../preferences/usePreferences.ts';
import { hashOf, type Place, placeOf } from './place.ts';
import { turnTo } from './usePlace.ts';

/** How long a place has to last before it is remembered, in milliseconds. */
const settles = 400;

/** Starts where the person left off, and remembers where they are. */
export function usePlaceMemory(place: Place): void {
  const preferences = usePreferences();
  const prefer = usePrefer();
  const known = preferences !== null;
  const kept = preferences?.place ?? '';
  const hash = hashOf(place);

  useEffect(() => {
    if (known && window.location.hash === '') turnTo(placeOf(kept));
  }, [known, kept]);

  useEffect(() => {
    if (!known || window.location.hash === '' || hash === kept) return undefined;
    const timer = setTimeout(() => {
      prefer({ place: hash }).catch((error: unknown) => console.warn('The place is not remembered.', error));
    }, settles);
    return () => clearTimeout(timer);
  }, [known, hash, kept, prefer]);
}

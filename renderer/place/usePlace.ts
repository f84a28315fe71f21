import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { hashOf, type Place, placeOf } from './place.ts';

export function usePlace(): Place {
  const hash = useSyncExternalStore(listen, () => window.location.hash);
  return useMemo(() => placeOf(hash), [hash]);
}

export function goTo(place: Place): void {
  window.location.hash = hashOf(place);
}

/** Like `goTo`, but Back does not stop here again: for tabs and filters within one place. */
export function turnTo(place: Place): void {
  window.history.replaceState(null, '', hashOf(place));
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Alt and the arrow keys go back and forward, as in a browser. */
export function useBackKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key === 'ArrowLeft') window.history.back();
      if (event.key === 'ArrowRight') window.history.forward();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function listen(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

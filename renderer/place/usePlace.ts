import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { isMac } from '../words/keys.ts';
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

/** Alt and the arrow keys go back and forward, as in a browser; on macOS, where Option moves by words, Command and brackets. */
export function useBackKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isAsked = isMac() ? event.metaKey && !event.altKey : event.altKey && !event.metaKey;
      if (!isAsked || event.ctrlKey || event.shiftKey) return;
      const [back, forward] = isMac() ? ['[', ']'] : ['ArrowLeft', 'ArrowRight'];
      if (event.key === back) window.history.back();
      if (event.key === forward) window.history.forward();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function listen(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

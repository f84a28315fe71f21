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

/** Like `goTo`, but Back leads to what it was done from, although the window had not noted that yet. */
export function goFrom(from: Place, to: Place): void {
  turnTo(from);
  goTo(to);
}

type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** How many places a key goes forward: -1 for back, 0 for a key that goes nowhere. */
export function historySteps(event: Pressed, mac = isMac()): -1 | 0 | 1 {
  const isAsked = mac ? event.metaKey && !event.altKey : event.altKey && !event.metaKey;
  if (!isAsked || event.ctrlKey || event.shiftKey) return 0;
  const [back, forward] = mac ? ['[', ']'] : ['ArrowLeft', 'ArrowRight'];
  return event.key === back ? -1 : event.key === forward ? 1 : 0;
}

/** Alt and the arrow keys go back and forward, as in a browser; on macOS, where Option moves by words, Command and brackets. */
export function useBackKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const steps = historySteps(event);
      if (steps !== 0) window.history.go(steps);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function listen(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

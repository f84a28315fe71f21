import { type RefObject, useEffect } from 'react';

/**
 * Gives the keyboard to what just came onto the screen when whatever had it has gone, so that going somewhere by key
 * never ends nowhere. Takes it from nobody else.
 */
export function useFocusOnArrival(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    ref.current?.setAttribute('data-arrival', '');
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [ref]);
}

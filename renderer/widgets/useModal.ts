import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react';

interface Modal {
  readonly ref: RefObject<HTMLDialogElement | null>;
  /** Closes it, and gives the keyboard back to where it was. */
  close: () => void;
  readonly events: Pick<React.DOMAttributes<HTMLDialogElement>, 'onCancel' | 'onClose'>;
}

/**
 * The browser's own modal: open for as long as it is there, it keeps the keyboard and gives it back. `onClose` runs while
 * it closes: the browser's own word comes a moment later, and a key pressed in between would find it neither open nor gone.
 */
export function useModal(onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = ref.current;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('[data-first]')?.focus();
    // Closed before it goes, so that the keyboard returns to where it was.
    return () => shown?.close();
  }, []);
  const onEnd = (event: SyntheticEvent) => {
    if (event.target === ref.current) onClose();
  };
  return {
    ref,
    close() {
      ref.current?.close();
      onClose();
    },
    events: { onCancel: onEnd, onClose: onEnd },
  };
}

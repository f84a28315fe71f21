import { type RefObject, type SyntheticEvent, useLayoutEffect } from 'react';

type OnEnd = (event: SyntheticEvent) => void;

/**
 * The browser's own modal: open for as long as it is there, it keeps the keyboard and gives it back. Answers what the
 * dialog listens to. `onClose` takes it away, or does not: then it stays as it is.
 * @param stays no key closes it now
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  onClose: () => void,
  stays = false,
): { readonly onCancel: OnEnd; readonly onClose: OnEnd } {
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('[data-first]')?.focus();
    // Closed before it goes, so that the keyboard returns to where it was.
    return () => shown?.close();
  }, [dialog]);
  // What is inside, as a choice of files, is cancelled and closed too.
  const onEnd: OnEnd = (event) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    // The browser closes it all the same when the key is pressed twice.
    if (event.type === 'close') dialog.current?.showModal();
    if (!stays) onClose();
  };
  return { onCancel: onEnd, onClose: onEnd };
}

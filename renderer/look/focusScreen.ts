/**
 * Gives the keyboard to the list, tree or form of the screen that is shown, once it is drawn, unless something took it meanwhile.
 * What comes onto the screen later takes it by itself (`useFocusOnArrival`).
 */
export function focusScreen(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('main [data-arrival]')?.focus({ preventScroll: true });
    }),
  );
}

import { useVirtualizer } from '@tanstack/react-virtual';

type Options = Parameters<typeof useVirtualizer<HTMLElement, HTMLElement>>[0];

/** Which rows of a long list are on the screen, and where. */
export function useRows(options: Options) {
  // The rule warns that the compiler cannot memoize what this returns; it is used where it is called, and nowhere else.
  // oxlint-disable-next-line react/incompatible-library
  return useVirtualizer<HTMLElement, HTMLElement>(options);
}

import type { PositioningVirtualElement } from '@fluentui/react-components';

/** Where a menu was asked for: at a row, or under the pointer. */
export type MenuTarget = HTMLElement | { readonly x: number; readonly y: number };

export function anchor(target: MenuTarget): HTMLElement | PositioningVirtualElement {
  if (target instanceof HTMLElement) return target;
  return { getBoundingClientRect: () => new DOMRect(target.x, target.y, 0, 0) };
}

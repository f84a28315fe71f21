/** Whether keys are called, and work, as on macOS. */
export const isMac = (platform = globalThis.navigator?.platform ?? ''): boolean => platform.startsWith('Mac');

/** A key or several, as "Ctrl+Shift+C", called as this computer's keyboard has them. */
export function keyWords(keys: string, mac = isMac()): string {
  if (!mac) return keys;
  return keys
    .replaceAll('Alt+←', '⌘[')
    .replaceAll('Alt+→', '⌘]')
    .replaceAll(/Ctrl\+Shift\+/gu, '⇧⌘')
    .replaceAll('Ctrl+', '⌘')
    .replaceAll('Shift+', '⇧');
}

/** Whether keys are called, and work, as on macOS. */
export const isMac = (platform = globalThis.navigator?.platform ?? ''): boolean => platform.startsWith('Mac');

/** A key or several, as "Ctrl+Shift+C", called as this computer's keyboard has them. */
export function keyWords(keys: string, mac = isMac()): string {
  if (!mac) return keys;
  return (
    keys
      // The system keeps Command with these for itself.
      .replaceAll(/Ctrl\+(?=H$|Space)/gu, '⌃')
      .replaceAll('Alt+←', '⌘[')
      .replaceAll('Alt+→', '⌘]')
      .replaceAll(/Ctrl\+Shift\+/gu, '⇧⌘')
      .replaceAll('Ctrl+', '⌘')
      .replaceAll('Shift+', '⇧')
      .replaceAll('Alt+', '⌥')
  );
}

/** Whether Alt and a letter are pressed; on macOS Option makes another letter of it, so that the key counts there. */
export const isAltWith = (
  {
    altKey,
    ctrlKey,
    metaKey,
    key,
    code,
  }: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'key' | 'code'>,
  letter: string,
  mac = isMac(),
): boolean =>
  altKey &&
  !ctrlKey &&
  !metaKey &&
  (mac ? code === `Key${letter.toUpperCase()}` : key.toLowerCase() === letter);

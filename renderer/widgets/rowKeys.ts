/** The row a key moves to, or null when the key moves nowhere. `active` is -1 when no row is current. */
export function rowAfterKey(key: string, active: number, count: number, perPage: number): number | null {
  if (count === 0) return null;
  const to = target(key, active, count, perPage);
  return to === null ? null : Math.min(count - 1, Math.max(0, to));
}

function target(key: string, active: number, count: number, perPage: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return active + 1;
    case 'ArrowUp':
      return active - 1;
    case 'PageDown':
      return active + perPage;
    case 'PageUp':
      return active - perPage;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

interface Keystroke {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** True for a key that writes a character. */
export function isTyping({ key, ctrlKey, metaKey, altKey }: Keystroke): boolean {
  return /^.$/u.test(key) && key !== ' ' && !ctrlKey && !metaKey && !altKey;
}

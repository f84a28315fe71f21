/** Values looked at in one notification, how deep, and how long a name can be. */
const [mostValues, deepest, longest] = [2_000, 8, 300];

/**
 * Every text that may be an id: what a notification contains is not shown (spec: Events 3), so that each text in it, and each part of an
 * address, is tried.
 */
export function namedIn(json: unknown): Set<string> {
  const names = new Set<string>();
  let values = 0;
  const look = (value: unknown, depth: number): void => {
    values += 1;
    if (values > mostValues || depth > deepest) return;
    if (typeof value === 'string' && value.length <= longest) {
      names.add(value);
      if (value.includes('/')) for (const part of value.split(/[/?#]/)) names.add(part);
    } else if (typeof value === 'number') names.add(String(value));
    else if (typeof value === 'object' && value !== null)
      for (const one of Object.values(value)) look(one, depth + 1);
  };
  look(json, 0);
  names.delete('');
  return names;
}

/** Of two limits the lower one, where both an administrator and the person set one; null for no limit. */
export function stricter(decided: number | null, preferred: number | null): number | null {
  if (decided === null) return preferred;
  return preferred === null ? decided : Math.min(decided, preferred);
}

/** Milliseconds since 1970 as the contract's instant. */
export function instant(at: number): string;
export function instant(at: number | null): string | null;
export function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

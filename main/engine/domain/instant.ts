/** Milliseconds since 1970 as the contract's instant. */
export function instant(at: number): string;
export function instant(at: number | null): string | null;
export function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Milliseconds since 1970 of a date-time of the service; one without a zone is UTC. Null when it cannot be read. */
export function timeOfService(text: string): number | null {
  const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? null : time;
}

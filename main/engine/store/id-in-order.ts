/**
 * A random UUID whose first 48 bits say when it was made (RFC 9562, version 7). Ids made one after the other stand beside
 * each other in the indexes that hold them; random ones make nearly every row of a large folder another page to be read and
 * written in each of these.
 * @param random a UUID of random bits; anything else is answered as it is
 * @param now milliseconds since 1970
 */
export function idInOrder(random: string, now: number): string {
  if (!randomUuid.test(random)) return random;
  const time = Math.max(Math.floor(now), 0).toString(16).padStart(12, '0').slice(-12);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}

const randomUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

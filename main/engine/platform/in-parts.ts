import { setImmediate } from 'node:timers/promises';

/** Some of many at a time, in their order: what is done with each part leaves others their turn before the next. */
export function* inParts<One>(all: readonly One[], atOnce: number): Generator<readonly One[]> {
  for (let from = 0; from < all.length; from += atOnce) yield all.slice(from, from + atOnce);
}

/** What is made of each of many, in their order; others have their turn after each part. */
export async function inTurns<One, Made>(
  all: readonly One[],
  atOnce: number,
  make: (one: One) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const some of inParts(all, atOnce)) {
    for (const one of some) made.push(make(one));
    if (made.length < all.length) await setImmediate();
  }
  return made;
}

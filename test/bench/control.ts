import type { PracticeAddress } from './practice-process.ts';

/** Asks something of a practice service beyond its interface, and answers what it says. */
export async function control(
  { controlUrl }: PracticeAddress,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await fetch(`${controlUrl}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return answer.json();
}

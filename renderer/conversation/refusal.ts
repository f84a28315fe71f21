import { ORPCError } from '@orpc/client';
import type { Refusal } from '../../shared/model/index.ts';

type Words = Pick<Refusal, 'what' | 'why' | 'next'>;

/** The words for a failed request: the refusal's own, or honest ones when something unforeseen happened. */
export function refusalOf(error: unknown): Words {
  if (error instanceof ORPCError && error.code === 'REFUSED' && hasWords(error.data)) return error.data;
  return {
    what: 'That did not work.',
    why: 'Matterline encountered an unexpected error. Nothing you saved is lost.',
    next: 'Try again. If it keeps happening, restart Matterline.',
  };
}

/** The code of a refusal; null for what is none. */
export const codeOf = (error: unknown): Refusal['code'] | null =>
  error instanceof ORPCError && error.code === 'REFUSED' && hasWords(error.data)
    ? ((Reflect.get(error.data, 'code') as Refusal['code'] | undefined) ?? null)
    : null;

function hasWords(data: unknown): data is Words {
  if (typeof data !== 'object' || data === null) return false;
  return ['what', 'why', 'next'].every((key) => typeof Reflect.get(data, key) === 'string');
}

import type { InferContractRouterInputs } from '@orpc/contract';
import type { contract } from '../../shared/contract/index.ts';
import type { FetchStep, Refusal, ViewStep } from '../../shared/model/index.ts';
import { type EngineSource, following } from './forward.ts';

interface Ports {
  readonly engine: EngineSource;
  /** Ids of sign-ins are never used twice. */
  readonly session: { readonly signedInBy: { readonly id: string } | null };
  readonly isLocked: () => boolean;
}

/** Tells, of whoever asks now, whether they still are signed in and at an open window. */
export function stillThere(
  { session, isLocked }: Omit<Ports, 'engine'>,
  signal?: AbortSignal,
): () => boolean {
  const by = session.signedInBy?.id;
  return () => !signal?.aborted && !isLocked() && session.signedInBy?.id === by;
}

/**
 * Tells how a version comes here, and what `end` made of it then: only for the person who asked, while they are signed in and the
 * window is open. `isStill` tells whether that is so, for an end that takes its time.
 */
export async function* viewing(
  ports: Ports,
  /** `toPlace`: the newest version may go to its place in the matter's folder. */
  input: InferContractRouterInputs<typeof contract>['documents']['saveCopy'] & { readonly toPlace?: boolean },
  signal: AbortSignal | undefined,
  end: (here: Extract<FetchStep, { step: 'here' }>, isStill: () => boolean) => Promise<ViewStep>,
): AsyncGenerator<ViewStep, void> {
  const isStill = stillThere(ports, signal);
  const steps = following(
    ports.engine,
    ({ client }, either) => client.documents.fetch(input, { signal: either }),
    signal,
  );
  for await (const step of steps) {
    if (step.step !== 'here') yield step;
    else yield isStill() ? await end(step, isStill) : notAnyMore;
  }
}

export const left: Refusal = {
  code: 'signed-out',
  what: 'The document was not opened',
  why: 'Whoever asked for it was signed out, or the window was locked, before it was here.',
  next: 'Sign in, and open it again.',
};

/** It came for somebody who is not there any more. */
export const notAnyMore: ViewStep = { step: 'refused', refusal: left, kept: false };

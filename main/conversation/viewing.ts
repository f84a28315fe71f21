import type { InferContractRouterInputs } from '@orpc/contract';
import type { contract } from '../../shared/contract/index.ts';
import type { Refusal, ViewStep } from '../../shared/model/index.ts';
import { type EngineSource, following } from './forward.ts';

interface Ports {
  readonly engine: EngineSource;
  /** Ids of sign-ins are never used twice. */
  readonly session: { readonly signedInBy: { readonly id: string } | null };
  readonly isLocked: () => boolean;
}

/**
 * Tells how a version comes here, and what `end` made of it then: only for the person who asked, while they are signed in and the
 * window is open. `isStill` tells whether that is so, for an end that takes its time.
 */
export async function* viewing(
  { engine, session, isLocked }: Ports,
  input: InferContractRouterInputs<typeof contract>['documents']['view'],
  signal: AbortSignal | undefined,
  end: (path: string, isChecked: boolean, isStill: () => boolean) => Promise<ViewStep>,
): AsyncGenerator<ViewStep, void> {
  const by = session.signedInBy?.id;
  const isStill = (): boolean => !signal?.aborted && !isLocked() && session.signedInBy?.id === by;
  const steps = following(
    engine,
    ({ client }, either) => client.documents.fetch(input, { signal: either }),
    signal,
  );
  for await (const step of steps) {
    if (step.step !== 'here') yield step;
    else yield isStill() ? await end(step.path, step.isChecked, isStill) : notAnyMore;
  }
}

const left: Refusal = {
  code: 'signed-out',
  what: 'The document was not opened',
  why: 'Whoever asked for it was signed out, or the window was locked, before it was here.',
  next: 'Sign in, and open it again.',
};

/** It came for somebody who is not there any more. */
export const notAnyMore: ViewStep = { step: 'refused', refusal: left, kept: false };

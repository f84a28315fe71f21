import { type AnyContractProcedure, type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import { type AnyRouter, implement, ORPCError, type Router } from '@orpc/server';
import type { engineContract } from '../../shared/contract/index.ts';
import type { Refusal } from '../../shared/model/index.ts';

type Parts = Pick<typeof engineContract.engine, 'requests' | 'drafts' | 'records' | 'listFilters'>;

/** Refuses all of it in words. */
export function refuseRequests(contract: Parts): Router<Parts, Record<never, never>> {
  return refuseAll(contract) as Router<Parts, Record<never, never>>;
}

function refuseAll(contract: AnyContractRouter): AnyRouter {
  if (isContractProcedure(contract)) {
    return implement(contract as AnyContractProcedure).handler(() => {
      throw new ORPCError('REFUSED', { status: 422, message: notOffered.what, data: notOffered });
    });
  }
  return Object.fromEntries(Object.entries(contract).map(([name, part]) => [name, refuseAll(part)]));
}

const notOffered: Refusal = {
  code: 'service-failed',
  what: 'This cannot be done.',
  why: 'This engine stands in for one, and has no requests.',
  next: 'Ask a real one.',
};

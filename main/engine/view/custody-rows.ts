import type { Problem } from '../../../shared/model/index.ts';
import { instant } from '../domain/instant.ts';
import type { ChainFault } from '../store/custody/chain-check.ts';

/** @param since when it was found, in milliseconds since 1970 */
export function custodyProblem(fault: ChainFault | null, since: number): Problem[] {
  if (!fault) return [];
  return [
    {
      id: 'custody',
      matterId: null,
      matterTitle: null,
      subject: null,
      fileId: null,
      conflict: null,
      what: 'The custody log is not as it was written',
      why: `Entry ${fault.seq} is ${fault.fault}: something other than Matterline changed its data. ${fault.why}`,
      next: 'Tell the person who looks after your computers, and keep the exports you have. Filing goes on.',
      since: instant(since),
      nextTryAt: null,
      actions: [],
    },
  ];
}

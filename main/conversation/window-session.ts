import type { RPCHandler } from '@orpc/server/message-port';
import type { GrantedPaths } from './granted-paths.ts';

/** What a page of ours is let into: who answers it, and where its dropped paths are noted; nowhere when null. */
export interface WindowSession {
  readonly handler: Pick<RPCHandler<Record<never, never>>, 'upgrade'>;
  readonly granted: GrantedPaths | null;
}

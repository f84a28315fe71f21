import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from '../../shared/contract.ts';

/** Everything the window can ask for, as `shared/contract.ts` says. */
export type Client = ContractRouterClient<typeof contract>;

export function clientOver(port: MessagePort): Client {
  const client: Client = createORPCClient(new RPCLink({ port }));
  port.start();
  return client;
}

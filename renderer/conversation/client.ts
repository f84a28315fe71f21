import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from '../../shared/contract/index.ts';

/** Everything the window can ask for, as `shared/contract/index.ts` says. */
export type Client = ContractRouterClient<typeof contract>;

/** What is asked before the port is here waits for it. */
export function clientOver(port: Promise<MessagePort>): Client {
  const link = port.then((opened) => {
    const over = new RPCLink({ port: opened });
    opened.start();
    return over;
  });
  const call: RPCLink<object>['call'] = async (...question) => (await link).call(...question);
  return createORPCClient({ call });
}

import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { onTestFinished } from 'vitest';
import type { WindowSession } from '../../main/conversation/window-session.ts';
import type { contract } from '../../shared/contract/index.ts';

export type Page = ContractRouterClient<typeof contract>;

/** The page as it is loaded now, in a room of main. */
export function pageOf(room: WindowSession): Page {
  const { port1, port2 } = new MessageChannel();
  room.handler.upgrade(port1);
  port1.start();
  port2.start();
  onTestFinished(() => port1.close());
  return createORPCClient(new RPCLink({ port: port2 }));
}

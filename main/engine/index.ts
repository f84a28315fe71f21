import { parseArgs } from 'node:util';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { RPCHandler } from '@orpc/server/message-port';
import { err, ok } from '../../shared/base/result.ts';
import type { hostContract } from '../../shared/contract/index.ts';
import { splitPipe } from '../../shared/contract/link.ts';
import { Engine } from './engine.ts';
import type { AskToken } from './features/account/token-memory.ts';
import { keepMemoryFlat } from './platform/flat-memory.ts';
import { parentPipe } from './platform/parent-pipe.ts';
import { systemFiles } from './platform/system-files.ts';
import { engineRouter } from './router.ts';
import type { AskRoutes } from './service/network/proxy-routes.ts';
import { finishRemovals } from './sign-out/remove-kept.ts';
import { systemPorts } from './system-ports.ts';

keepMemoryFlat();

const { values } = parseArgs({ options: { directory: { type: 'string' } } });
if (!values.directory) throw new Error('--directory DIR is missing');

const ports = splitPipe(parentPipe());
const host: ContractRouterClient<typeof hostContract> = createORPCClient(new RPCLink({ port: ports.host }));

const accessToken: AskToken = async (rejected, signIn) => {
  const answer = await host.accessToken({ rejected, signIn });
  switch (answer.outcome) {
    case 'token':
      return ok(answer.token);
    case 'signed-out':
      return err({ kind: 'signed-out' });
    case 'unreachable':
      return err({ kind: 'unreachable', why: answer.why });
  }
};

const askRoutes: AskRoutes = (origin, refused) => host.proxyFor({ origin, refused });

// Nothing waits for it, and where nothing was ever kept there is nothing to finish.
void finishRemovals(systemFiles, values.directory).catch(() => undefined);
const onStillPreparing = () => void host.stillPreparing().catch(() => undefined);
const engine = new Engine(
  systemPorts(accessToken, askRoutes, {
    onStillPreparing,
    foldersElsewhere: () => host.foldersElsewhere(),
    requestKey: async (id) => (await host.requestKey({ id }))?.key ?? null,
    toWastebasket: (path) => host.toWastebasket({ path }),
    signCheckpoint: (text, proof, tree) => host.signCheckpoint({ text, proof, ...tree }),
  }),
  values.directory,
);

// The answer to `stop` must be on its way before the process ends.
const leave = () => setImmediate(() => process.exit(0));
new RPCHandler(engineRouter(engine, leave)).upgrade(ports.engine);

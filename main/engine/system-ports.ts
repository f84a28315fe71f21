import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../shared/clock.ts';
import { askedBriefly } from './account/token-memory.ts';
import { createRequestBudget } from './budget/request-budget.ts';
import type { EnginePorts } from './compose.ts';
import { systemFiles } from './files/system-files.ts';
import { lateNetwork } from './network/late-network.ts';
import type { AskRoutes } from './network/proxy-routes.ts';
import { createServiceClient } from './service/client.ts';
import type { ServiceClientOptions } from './service/transport.ts';
import { checkpointsAside } from './store/checkpoints.ts';
import { openOrRecover } from './store/recovery.ts';
import { paced, SendPace } from './upload/send-pace.ts';
import { watchTree } from './watch/watch-tree.ts';

/** The real world: this computer's files, time, chance and network. Tests hurry its clock and its network. */
export function systemPorts(
  accessToken: ServiceClientOptions['accessToken'],
  askRoutes: AskRoutes,
  {
    clock = systemClock,
    http = {},
    leave = () => process.exit(1),
  }: Partial<Pick<ServiceClientOptions, 'clock' | 'http'>> & {
    /** Ends this process: whoever started it starts it again. */ readonly leave?: () => void;
  } = {},
): EnginePorts {
  const { random } = Math;
  const token = askedBriefly(accessToken, clock);
  const pace = new SendPace(clock);
  const through = http.exchange ?? lateNetwork(askRoutes, clock);
  const routed = { ...http, exchange: paced(through, pace) };
  return {
    files: systemFiles,
    clock,
    watchTree,
    random,
    newId: randomUUID,
    computer: { hostName: hostname(), userName: userName() },
    smallContent: 64 * 1024,
    // At the next start the damaged file is set aside.
    openDatabase: (directory) =>
      checkpointsAside(
        openOrRecover(
          join(directory, 'matterline.db'),
          () => clock.now(),
          () => setImmediate(leave),
        ),
      ),
    setSendLimit: (limit) => pace.setLimit(limit),
    connect: ({ requestLimit, ...address }, onPause) => {
      const limit = requestLimit === null ? {} : { limit: requestLimit };
      const budget = createRequestBudget({ clock, random, onPause, ...limit });
      return createServiceClient({ ...address, accessToken: token, budget, clock, random, http: routed });
    },
  };
}

/** The system may not know the user: a number without a name, in a container for one. */
function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

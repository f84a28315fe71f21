import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../shared/clock.ts';
import { type AskToken, askedBriefly } from './account/token-memory.ts';
import { createRequestBudget } from './budget/request-budget.ts';
import type { EnginePorts } from './compose.ts';
import { systemMounts } from './files/mounts.ts';
import { systemFiles } from './files/system-files.ts';
import { HistoryAside } from './history/aside.ts';
import { lateNetwork } from './network/late-network.ts';
import type { AskRoutes } from './network/proxy-routes.ts';
import { createServiceClient } from './service/client.ts';
import type { ServiceClientOptions } from './service/transport.ts';
import { checkpointsAside } from './store/checkpoints.ts';
import { meanwhileOnDisk } from './store/meanwhile.ts';
import { openPrepared } from './store/opening.ts';
import { prepareAside } from './store/prepare-aside.ts';
import { paced, SendPace } from './upload/send-pace.ts';
import { watchTree } from './watch/watch-tree.ts';

/** The real world: this computer's files, time, chance and network. Tests hurry its clock and its network. */
export function systemPorts(
  accessToken: AskToken,
  askRoutes: AskRoutes,
  {
    clock = systemClock,
    http = {},
    leave = () => process.exit(1),
    onStillPreparing = () => {},
  }: Partial<Pick<ServiceClientOptions, 'clock' | 'http'>> & {
    /** Ends this process: whoever started it starts it again. */ readonly leave?: () => void;
    /** Told again and again while the database is migrated or recovered, which may take minutes. */
    readonly onStillPreparing?: () => void;
  } = {},
): EnginePorts {
  const { random } = Math;
  const pace = new SendPace(clock);
  const through = http.exchange ?? lateNetwork(askRoutes, clock);
  const routed = { ...http, exchange: paced(through, pace, clock) };
  return {
    files: systemFiles,
    mountOf: systemMounts(clock),
    // As Node's own thread pool goes by it.
    threads: Number(process.env['UV_THREADPOOL_SIZE'] ?? 4),
    clock,
    watchTree,
    random,
    newId: randomUUID,
    computer: { hostName: hostname(), userName: userName() },
    smallContent: 64 * 1024,
    // A week: whoever works at two computers meets their documents again within it (docs/decisions).
    keptAfterFiling: 7 * 86_400_000,
    // At the next start the damaged file is set aside.
    openDatabase: async (directory) => {
      const file = join(directory, 'matterline.db');
      await prepareAside(file, clock, onStillPreparing);
      return checkpointsAside(
        openPrepared(
          file,
          () => clock.now(),
          () => setImmediate(leave),
        ),
      );
    },
    historyAside: (databaseFile) => new HistoryAside(databaseFile),
    meanwhile: meanwhileOnDisk,
    setSendLimit: (limit) => pace.setLimit(limit),
    connect: ({ requestLimit, ...address }, onPause, signIn) => {
      const token = askedBriefly(accessToken, clock, signIn);
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

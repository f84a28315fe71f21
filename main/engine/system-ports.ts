import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../shared/base/clock.ts';
import type { EnginePorts } from './compose.ts';
import { type AskToken, askedBriefly } from './features/account/token-memory.ts';
import { checkAside } from './features/custody/check-aside.ts';
import { HistoryAside } from './features/history/aside.ts';
import { paced, SendPace } from './features/upload/send-pace.ts';
import { watchTree } from './features/watch/watch-tree.ts';
import { systemMounts } from './platform/mounts.ts';
import { systemFiles } from './platform/system-files.ts';
import { createRequestBudget } from './service/budget/request-budget.ts';
import { createServiceClient } from './service/client.ts';
import { followNews } from './service/hub-news.ts';
import { lateNetwork } from './service/network/late-network.ts';
import type { AskRoutes } from './service/network/proxy-routes.ts';
import type { ServiceClientOptions } from './service/transport.ts';
import { checkpointsAside } from './store/checkpoints.ts';
import { meanwhileOnDisk } from './store/meanwhile.ts';
import { openPrepared } from './store/opening.ts';
import { prepareAside } from './store/prepare-aside.ts';

/** What a service is found to take. */
const usualLimit = { perSecond: 5, burst: 5 } as const;

/** The real world: this computer's files, time, chance and network. Tests hurry its clock and its network. */
export function systemPorts(
  accessToken: AskToken,
  askRoutes: AskRoutes,
  {
    clock = systemClock,
    http = {},
    leave = () => process.exit(1),
    onStillPreparing = () => {},
    foldersElsewhere = async () => [],
    requestKey = async () => null,
    signCheckpoint,
    toWastebasket,
  }: Partial<Pick<ServiceClientOptions, 'clock' | 'http'>> & {
    /** Ends this process: whoever started it starts it again. */ readonly leave?: () => void;
    /** Told again and again while the database is migrated or recovered, which may take minutes. */
    readonly onStillPreparing?: () => void;
    readonly foldersElsewhere?: NonNullable<EnginePorts['foldersElsewhere']>;
    readonly requestKey?: NonNullable<EnginePorts['requestKey']>;
    readonly signCheckpoint?: NonNullable<EnginePorts['signCheckpoint']>;
    readonly toWastebasket?: NonNullable<EnginePorts['toWastebasket']>;
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
    checkRecord: checkAside,
    meanwhile: meanwhileOnDisk,
    foldersElsewhere,
    requestKey,
    sendPace: pace,
    ...(signCheckpoint && { signCheckpoint }),
    ...(toWastebasket && { toWastebasket }),
    exchange: routed.exchange,
    connect: ({ requestLimit, withoutHub, ...address }, onPause, signIn, onPast) => {
      const token = askedBriefly(accessToken, clock, signIn);
      const budget = createRequestBudget({ clock, random, onPause, limit: requestLimit ?? usualLimit });
      const past = withoutHub && { share: withoutHub, usual: requestLimit ?? usualLimit, onPast };
      const options = {
        ...{ ...address, accessToken: token, budget, clock, random, http: routed },
        pastHub: past,
      };
      return { ...createServiceClient(options), followNews: followNews(options) };
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

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { systemClock } from '../../shared/clock.ts';
import { createRequestBudget } from './budget/request-budget.ts';
import type { RateLimit } from './budget/token-bucket.ts';
import type { EnginePorts } from './compose.ts';
import { systemFiles } from './files/system-files.ts';
import { createServiceClient } from './service/client.ts';
import type { ServiceClientOptions } from './service/transport.ts';
import { openDatabase } from './store/database.ts';
import { watchTree } from './watch/watch-tree.ts';

/**
 * The real world: this computer's files, time, chance and network.
 * @param limit how many requests the service takes; the usual unless said
 */
export function systemPorts(
  accessToken: ServiceClientOptions['accessToken'],
  limit?: RateLimit,
): EnginePorts {
  const { random } = Math;
  const clock = systemClock;
  return {
    files: systemFiles,
    clock,
    watchTree,
    random,
    newId: randomUUID,
    openDatabase: (directory) => openDatabase(join(directory, 'matterline.db')),
    connect: (address, onPause) => {
      const budget = createRequestBudget({ clock, random, onPause, ...(limit ? { limit } : {}) });
      return createServiceClient({ ...address, accessToken, budget, clock, random });
    },
  };
}

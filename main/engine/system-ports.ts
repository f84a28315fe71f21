import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { systemClock } from '../../shared/clock.ts';
import { createRequestBudget } from './budget/request-budget.ts';
import type { EnginePorts } from './compose.ts';
import { systemFiles } from './files/system-files.ts';
import { createServiceClient } from './service/client.ts';
import type { ServiceClientOptions } from './service/transport.ts';
import { openOrRecover } from './store/recovery.ts';
import { watchTree } from './watch/watch-tree.ts';

/** The real world: this computer's files, time, chance and network. */
export function systemPorts(
  accessToken: ServiceClientOptions['accessToken'],
  leave: () => void = () => process.exit(1),
): EnginePorts {
  const { random } = Math;
  const clock = systemClock;
  return {
    files: systemFiles,
    clock,
    watchTree,
    random,
    newId: randomUUID,
    // Whoever started this process starts it again, and then the damaged file is set aside.
    openDatabase: (directory) =>
      openOrRecover(
        join(directory, 'matterline.db'),
        () => clock.now(),
        () => setImmediate(leave),
      ),
    connect: (address, onPause) => {
      const budget = createRequestBudget({ clock, random, onPause });
      return createServiceClient({ ...address, accessToken, budget, clock, random });
    },
  };
}

import type { Evidence } from './evidence.ts';
import type { Fetching } from './fetching.ts';
import type { Filing } from './filing.ts';
import type { Firm } from './firm.ts';
import type { History } from './history.ts';
import type { MatterFolders } from './matter-folders.ts';
import type { Storage } from './storage.ts';

/** Everything that one person's workspace is made of. */
export type Parts = Storage & History & Firm & MatterFolders & Fetching & Filing & Evidence;

import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import type { Client } from './client.ts';

/** Each procedure of the contract as options and keys for queries. */
export type Queries = ReturnType<typeof queriesOf>;

export const queriesOf = (client: Client) => createTanstackQueryUtils(client);

import { createORPCClient } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { keysOf } from '../../../renderer/conversation/changes.ts';
import type { Client } from '../../../renderer/conversation/client.ts';
import { queriesOf } from '../../../renderer/conversation/queries.ts';
import { matterIdSchema } from '../../../shared/model.ts';

describe('what is asked again after changes', () => {
  const client: Client = createORPCClient({ call: () => Promise.reject(new Error('nobody is asked here')) });
  const queries = queriesOf(client);
  const matterId = matterIdSchema.parse('m');

  it('is everything about a changed matter, its row in the list included, once per burst', () => {
    const keys = keysOf(
      [
        { topic: 'matter', matterId },
        { topic: 'matter', matterId },
      ],
      queries,
    );
    expect(keys).toEqual([
      queries.engine.matters.list.key(),
      queries.engine.matters.get.key({ input: { matterId } }),
      queries.documents.list.key({ input: { matterId } }),
      queries.engine.timeline.key({ input: { matterId } }),
      queries.engine.filing.now.key(),
      queries.engine.activity.key(),
      queries.engine.unfiled.key(),
    ]);
  });

  it('is all of the matters after a new list, and problems after problems', () => {
    expect(keysOf([{ topic: 'matters' }, { topic: 'problems' }], queries)).toEqual([
      queries.engine.matters.key(),
      queries.engine.problems.list.key(),
    ]);
  });
});

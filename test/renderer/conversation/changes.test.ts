import { createORPCClient } from '@orpc/client';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { forgetPerson, keysOf } from '../../../renderer/conversation/changes.ts';
import type { Client } from '../../../renderer/conversation/client.ts';
import { queriesOf } from '../../../renderer/conversation/queries.ts';
import { matterIdSchema } from '../../../shared/model.ts';

describe('what is asked again after changes', () => {
  const client: Client = createORPCClient({ call: () => Promise.reject(new Error('nobody is asked here')) });
  const queries = queriesOf(client);
  const matterId = matterIdSchema.parse('m');

  it('is everything about a changed matter, its row in the list and its details included, once per burst', () => {
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
      queries.engine.matters.details.key({ input: { matterId } }),
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

  it('is everything that was read of a person’s work once another person’s is shown, and nothing of it stays', () => {
    const cache = new QueryClient();
    const ofPerson = [
      queries.engine.problems.list.queryKey(),
      queries.engine.filing.now.queryKey(),
      queries.engine.vault.get.queryKey(),
      queries.documents.list.queryKey({ input: { matterId } }),
      queries.engine.timeline.queryKey({ input: { matterId, limit: 10 } }),
      queries.folders.suggest.queryKey({ input: { matterId } }),
    ];
    for (const key of ofPerson) cache.setQueryData(key as never, 'of the first person' as never);
    cache.setQueryData(queries.app.locked.queryKey(), true);
    forgetPerson(cache, queries);
    expect(ofPerson.map((key) => cache.getQueryData(key as never))).toEqual(ofPerson.map(() => undefined));
    // What is the profile’s own stays.
    expect(cache.getQueryData(queries.app.locked.queryKey())).toBe(true);
  });
});

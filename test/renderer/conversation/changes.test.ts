import { createORPCClient } from '@orpc/client';
import { type AnyContractProcedure, getEventIteratorSchemaDetails } from '@orpc/contract';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { askAgainWhenBack, forgetPerson, keysOf } from '../../../renderer/conversation/changes.ts';
import type { Client } from '../../../renderer/conversation/client.ts';
import { queriesOf } from '../../../renderer/conversation/queries.ts';
import { contract } from '../../../shared/contract/index.ts';
import { type Change, matterIdSchema, statusBefore } from '../../../shared/model/index.ts';
import { contractOf } from '../../main/conversation/contract-samples.ts';

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
      queries.engine.search.key(),
      queries.engine.matters.get.key({ input: { matterId } }),
      queries.engine.matters.details.key({ input: { matterId } }),
      queries.engine.timeline.key({ input: { matterId } }),
      queries.engine.timelinePeople.key({ input: { matterId } }),
      queries.engine.timelineDays.key({ input: { matterId } }),
      queries.engine.notFiled.key({ input: { matterId } }),
      queries.documents.versions.key({ input: { matterId } }),
      queries.engine.custody.ofDocument.key({ input: { matterId } }),
      queries.engine.keeping.get.key({ input: { matterId } }),
      queries.engine.filing.now.key(),
      queries.engine.activity.key(),
      queries.engine.unfiled.key(),
    ]);
  });

  const matterChange: Change = { topic: 'matter', matterId };
  /** Every question of the contract that has an answer, and what of it is asked again; false: something else does it, or nothing changes. */
  const asked: Readonly<Record<string, Change | false>> = {
    '/folders/suggest': false, // after the root folder or the link was chosen
    '/documents/list': false, // documentLists.ts, for the documents that changed
    '/documents/versions': matterChange,
    '/engine/custody/ofDocument': matterChange,
    '/engine/person/staff': false, // of a dialog that asks once
    '/engine/matters/list': matterChange,
    '/engine/matters/get': matterChange,
    '/engine/matters/details': matterChange,
    '/engine/filing/now': matterChange,
    '/engine/keeping/get': matterChange,
    '/engine/keeping/room': false, // when settings are opened
    '/engine/keeping/freeSpace': false, // asked once, by a button
    '/engine/timeline': matterChange,
    '/engine/timelinePeople': matterChange,
    '/engine/timelineDays': matterChange,
    '/engine/activity': matterChange,
    '/engine/search': matterChange,
    '/engine/problems/list': { topic: 'problems' },
    '/engine/custody/check': false, // asked for with a button
    '/engine/custody/exposure': false, // of a dialog that asks once
    '/engine/vault/get': false, // when settings are opened
    '/engine/notFiled': matterChange,
    '/engine/ignoreRules/get': false, // changed in this window alone
    '/engine/massChange/limits': false, // the same
    '/engine/recent': false, // not shown in the window
    '/engine/unfiled': matterChange,
    '/engine/requests/list': { topic: 'requests' },
    '/engine/requests/get': { topic: 'requests' },
    '/engine/requests/settings': false, // changed in this window alone
    '/engine/drafts/list': { topic: 'requests' },
    '/engine/listFilters/list': false, // changed in this window alone
    '/engine/records/matterTypes': { topic: 'records' },
    '/engine/records/matterType': { topic: 'records' },
    '/engine/records/contacts': { topic: 'records' },
    '/engine/records/similarContacts': { topic: 'records' },
    '/engine/records/staff': { topic: 'records' },
    '/engine/records/matter': { topic: 'records' },
    '/engine/records/layouts': { topic: 'records' },
    '/engine/records/layoutContacts': { topic: 'records' },
    '/engine/records/stageSet': { topic: 'records' },
    '/engine/records/billing': { topic: 'records' },
    '/engine/records/activityCodes': { topic: 'records' },
    '/engine/records/portalTasks': { topic: 'records' },
    '/engine/records/plugins': { topic: 'records' },
    '/engine/records/webhooks': { topic: 'records' },
  };

  it('is each query that a change makes untrue, also in dialogs that are open', async () => {
    /** Those that do something, and answer what came of it. */
    const does =
      /^\/(folders\/(link|unlink)|documents\/(add|rename|restoreVersion)|engine\/requests\/setSettings|custody\/(export|exportExposure|saveRecord)|timeline\/export|matters\/export)$/;
    const { app: _app, ...rest } = contract;
    const answered = contractOf(rest).filter(({ procedure }) => {
      const { outputSchema } = (procedure as AnyContractProcedure)['~orpc'];
      return outputSchema !== undefined && getEventIteratorSchemaDetails(outputSchema) === undefined;
    });
    const paths = answered.map(({ path }) => path).filter((path) => !does.test(path));
    expect(paths.toSorted()).toEqual(Object.keys(asked).toSorted());

    for (const [path, change] of Object.entries(asked)) {
      if (!change) continue;
      const cache = new QueryClient();
      const input = { matterId, fileId: 'f', limit: 10 };
      const steps = path.slice(1).split('/');
      const utils = steps.reduce<unknown>((node, name) => Reflect.get(Object(node), name), queries);
      const queryKey = (utils as typeof queries.documents.versions).queryKey({ input });
      cache.setQueryData(queryKey, [] as never);
      for (const key of keysOf([change], queries)) await cache.invalidateQueries({ queryKey: key });
      expect([path, cache.getQueryState(queryKey)?.isInvalidated]).toEqual([path, true]);
    }
  });

  it('is everything once the engine is back, however long it was away, and nothing when it starts', async () => {
    vi.useFakeTimers();
    const cache = new QueryClient();
    const queryKey = queries.engine.problems.list.queryKey();
    cache.setQueryData(queryKey, []);
    const isAskedAgain = () => cache.getQueryState(queryKey)?.isInvalidated;
    const listeners: (() => void)[] = [];
    let now = statusBefore;
    const says = async (engine: 'running' | 'stopped') => {
      now = { ...statusBefore, engine };
      for (const listener of listeners) listener();
      await vi.advanceTimersByTimeAsync(1_000);
    };
    const listen = (listener: () => void) => {
      listeners.push(listener);
      return () => {};
    };
    askAgainWhenBack({ current: () => now, listen, first: async () => now }, cache);
    await says('running');
    await says('running');
    expect(isAskedAgain()).toBe(false);
    await says('stopped');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isAskedAgain()).toBe(false);
    await says('running');
    expect(isAskedAgain()).toBe(true);
    vi.useRealTimers();
  });

  it('is all of the matters after a new list, and problems after problems', () => {
    expect(keysOf([{ topic: 'matters' }, { topic: 'problems' }], queries)).toEqual([
      queries.engine.matters.key(),
      queries.engine.search.key(),
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

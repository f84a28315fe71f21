import { expect, test, vi } from 'vitest';
import type { Account } from '../../../../main/engine/features/account/account.ts';
import { DetailsKeeper } from '../../../../main/engine/features/matters/details-keeper.ts';
import type { EngineClient } from '../../../../main/engine/service/client.ts';
import type { Clock } from '../../../../shared/base/clock.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { eventually, openWorkplace } from '../../../support/workplace.ts';
import { emptyStores } from '../history/projected.ts';

test('the details of a matter are read when they are looked at, and are there without the service', async () => {
  await using place = await openWorkplace();
  const read = () => place.workspace.details.details(place.matterId);
  expect(read()).toMatchObject({ readAt: null, sections: [] });
  await expect.poll(() => read().sections.length, eventually).toBeGreaterThan(0);
  const told = read();
  await place.stopService();
  await place.restartEngine();
  expect(read()).toEqual(told);
});

test('a matter whose details the service refuses says why, and keeps what was known', async () => {
  await using place = await openWorkplace();
  const unknown = '00000000-0000-4000-8000-000000000000' as typeof place.matterId;
  const read = () => place.workspace.details.details(unknown);
  await expect.poll(() => read().problem, eventually).not.toBeNull();
  expect(read().sections).toEqual([]);
});

test('details that are looked at before the service can be asked are read as soon as it can, say so meanwhile, and are told of', async () => {
  const ready = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<unknown>();
  const told = vi.fn<(matterId: MatterId) => void>();
  const account = { isReady: false, ready: () => ready.promise };
  const read = vi.fn<() => Promise<unknown>>(() => answer.promise);
  const keeper = new DetailsKeeper({
    account: account as unknown as Account,
    client: { matters: { read } } as unknown as Pick<EngineClient, 'matters'>,
    stores: emptyStores(),
    clock: { now: () => 1_000 } as unknown as Clock,
    onChange: told,
  });
  const matterId = 'm1' as MatterId;
  expect(keeper.details(matterId)).toMatchObject({ reading: false, sections: [] });
  expect(read).not.toHaveBeenCalled();
  account.isReady = true;
  ready.resolve();
  await expect.poll(() => read.mock.calls.length).toBe(1);
  expect(keeper.details(matterId)).toMatchObject({ reading: true, sections: [] });
  answer.resolve({ ok: true, value: { raw: { number: '1', title: 'One' } } });
  await expect.poll(() => told.mock.calls).toEqual([[matterId]]);
  expect(keeper.details(matterId)).toMatchObject({ reading: false, sections: [{ title: 'Matter' }] });
});

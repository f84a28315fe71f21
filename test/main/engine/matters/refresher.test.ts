import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { Account } from '../../../../main/engine/features/account/account.ts';
import { MatterRefresher } from '../../../../main/engine/features/matters/refresher.ts';
import { failureCode } from '../../../../main/engine/platform/files.ts';
import { createRequestBudget } from '../../../../main/engine/service/budget/request-budget.ts';
import { createServiceClient, type EngineClient } from '../../../../main/engine/service/client.ts';
import { readMatter } from '../../../../main/engine/service/matter.ts';
import type { MatterQuery } from '../../../../main/engine/service/matters.ts';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import { systemClock } from '../../../../shared/base/clock.ts';
import { err, ok } from '../../../../shared/base/result.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import type { MatterPatch } from '../../../../shared/rules/matter-patch.ts';
import { type PracticeService, startPracticeService, ticksOf } from '../../../service/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { eventually } from '../../../support/workplace.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** The list of matters being kept like a real service's, by a computer whose clock is wrong by `wrongBy` milliseconds. */
async function keeping({ wrongBy = 0, silent = false, before = (_service: PracticeService) => {} } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  const service = await startPracticeService({ directory, applyDelayMs: 3_600_000 });
  before(service);
  const random = () => 0.5;
  const { accessToken } = service.tokensFor();
  const client = createServiceClient({
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    accessToken: () => Promise.resolve(ok(accessToken)),
    budget: createRequestBudget({ clock: systemClock, random, limit: { perSecond: 1e5, burst: 1e5 } }),
    clock: systemClock,
    random,
  });
  const asked: MatterQuery[] = [];
  const recording: EngineClient = {
    ...client,
    matters: {
      ...client.matters,
      async *list(query = {}, options) {
        asked.push(query);
        for await (const page of client.matters.list(query, options)) {
          const pendingNotifications = (matter: object) => ({
            ...matter,
            lastUpdated: null,
            versionId: 'v1',
          });
          yield page.ok && silent
            ? ok({
                ...page.value,
                items: page.value.items.map((item) => Object.assign(item, pendingNotifications(item))),
              })
            : page;
        }
      },
    },
  };
  const clock = new FakeClock(Date.now() + wrongBy);
  const stores = storesOn(prepareDatabase(new Database(':memory:')), testAuditContext);
  const account = new Account({ clock, random, onChange: () => {} });
  account.setSignedIn(true);
  const noticed: string[] = [];
  const refresher = new MatterRefresher({
    client: recording,
    account,
    stores,
    clock,
    onChanged: (matterId) => noticed.push(matterId),
    onChange: () => {},
    onNotKept: () => {},
  });
  const running = refresher.run();
  onTestFinished(async () => {
    await refresher.stop();
    await running;
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  const look = async (howLong: number) => {
    const at = clock.now() + howLong;
    await clock.advance(howLong);
    // The time of a look is noted when all of it is done.
    await expect.poll(() => refresher.checkedAt(), eventually).toBe(at);
    await clock.advance(0);
  };
  await look(0);
  return {
    service,
    stores,
    noticed,
    refresher,
    clock,
    asked,
    look,
    statusOf: (id: MatterId) => stores.matters.get(id)?.status,
    matterId: service.sample().matterId as MatterId,
    leadId: service.sample().leadId as MatterId,
    async patch(id: MatterId, patch: MatterPatch) {
      expect(await client.matters.patch(id, patch)).toMatchObject({ ok: true });
      service.applyPending();
    },
  };
}

const sinceOf = (asked: readonly MatterQuery[]) => asked.map((query) => query.updatedSince);

test.each([
  ['right', 0],
  ['three days ahead', 3 * day],
  ['three days behind', -3 * day],
])('a colleague’s change shows a minute later on a computer whose clock is %s', async (_how, wrongBy) => {
  const { look, patch, statusOf, matterId, leadId, asked } = await keeping({ wrongBy });
  expect(statusOf(matterId)).toBe('Open');
  await patch(matterId, { status: 'Closed' });
  await patch(leadId, { status: 'Deleted' });
  await look(minute);
  expect(statusOf(matterId)).toBe('Closed');
  expect(statusOf(leadId)).toBe('Deleted');
  expect(sinceOf(asked.slice(-2)).every((since) => since !== undefined)).toBe(true);
});

test('each look reaches ten minutes back from the newest change the service told, to the tick', async () => {
  const { look, patch, asked, matterId, service } = await keeping();
  expect(sinceOf(asked)).toEqual([undefined, undefined]);
  service.setClockOffset(60 * minute);
  const before = ticksOf(Date.now() + 60 * minute);
  await patch(matterId, { description: 'changed' });
  await look(minute);
  await look(minute);
  const [since] = sinceOf(asked.slice(-1));
  const newest = (since ?? 0n) + 6_000_000_000n;
  expect(newest).toBeGreaterThanOrEqual(before);
  expect(newest).toBeLessThanOrEqual(ticksOf(Date.now() + 60 * minute));
  await look(minute);
  expect(sinceOf(asked.slice(-1))).toEqual([since]);
});

test('a matter changed in the service is noticed once, and a full listing is no notice', async () => {
  const { look, patch, matterId, noticed } = await keeping();
  expect(noticed).toEqual([]);
  await patch(matterId, { description: 'changed' });
  await look(minute);
  await look(minute);
  expect(noticed).toEqual([matterId]);
});

test('a matter dated years ahead does not hide the changes of today', async () => {
  const { look, patch, asked, leadId, service } = await keeping();
  service.setClockOffset(800 * day);
  await patch(leadId, { description: 'from the future' });
  await look(minute);
  await look(minute);
  expect(asked.at(-1)?.updatedSince).toBeLessThan(ticksOf(Date.now()));
});

test('a computer whose clock is at 1970 sees changes late, but sees them', async () => {
  const { clock, look, patch, statusOf, matterId } = await keeping({ wrongBy: -Date.now() });
  await patch(matterId, { status: 'Closed' });
  await clock.advance(9 * minute);
  expect(statusOf(matterId)).toBe('Open');
  await look(minute);
  expect(statusOf(matterId)).toBe('Closed');
});

test('where no matter says when it changed, everything is listed, every ten minutes or when asked', async () => {
  const { clock, look, patch, refresher, statusOf, asked, matterId } = await keeping({ silent: true });
  await patch(matterId, { status: 'Closed' });
  await clock.advance(9 * minute);
  expect(asked).toHaveLength(2);
  await look(minute);
  expect(statusOf(matterId)).toBe('Closed');
  expect(sinceOf(asked)).toEqual([undefined, undefined, undefined, undefined]);
  await patch(matterId, { status: 'Open' });
  await clock.advance(10);
  refresher.refreshNow();
  await expect.poll(() => statusOf(matterId), eventually).toBe('Open');
});

test('everything is listed anew each day', async () => {
  const { clock, look, asked } = await keeping();
  clock.set(clock.now() + day);
  await look(minute);
  expect(asked).toHaveLength(4);
  expect(sinceOf(asked)).toEqual([undefined, undefined, undefined, undefined]);
});

const item = () => readMatter({ id: randomUUID(), number: '1', title: 'Smith', status: 'Open' });
const page = { malformed: [], offset: null, limit: null, size: null, next: null };

test('ended in the middle of a list, what was listed is kept before the database is closed', async () => {
  const listed = Promise.withResolvers<void>();
  const client = {
    staff: { list: async () => ok({ ...page, items: [] }) },
    matters: {
      async *list(_query: MatterQuery, { signal }: { signal: AbortSignal }) {
        const items = Array.from({ length: 5_000 }, item).flatMap((read) => (read.ok ? [read.value] : []));
        yield ok({ ...page, items });
        listed.resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        yield err({ operation: 'matters.list', kind: 'aborted' });
      },
    },
  } as unknown as EngineClient;
  const clock = new FakeClock(Date.now());
  const stores = storesOn(prepareDatabase(new Database(':memory:')), testAuditContext);
  const account = new Account({ clock, random: () => 0.5, onChange: () => {} });
  account.setSignedIn(true);
  const nobody = () => {};
  const refresher = new MatterRefresher({
    client,
    account,
    stores,
    clock,
    onChanged: nobody,
    onChange: nobody,
    onNotKept: nobody,
  });
  const ended = refresher.run();
  await listed.promise;
  await refresher.stop();
  const count = stores.database.prepare('SELECT count(*) FROM matter').pluck().get();
  stores.database.close();
  await expect(ended).resolves.toBeUndefined();
  expect(count).toBe(5_000);
});

test('a list that the disk did not take is asked for again a quarter of a minute later, and nothing ends', async () => {
  const items = Array.from({ length: 3 }, item).flatMap((read) => (read.ok ? [read.value] : []));
  const client = {
    staff: { list: async () => ok({ ...page, items: [] }) },
    matters: {
      async *list() {
        yield ok({ ...page, items });
      },
    },
  } as unknown as EngineClient;
  const clock = new FakeClock(Date.now());
  const stores = storesOn(prepareDatabase(new Database(':memory:')), testAuditContext);
  const account = new Account({ clock, random: () => 0.5, onChange: () => {} });
  account.setSignedIn(true);
  const notKept: string[] = [];
  const refresher = new MatterRefresher({
    client,
    account,
    stores,
    clock,
    onChanged: () => {},
    onChange: () => {},
    onNotKept: (failure) => notKept.push(failureCode(failure)),
  });
  const count = () => stores.database.prepare('SELECT count(*) FROM matter').pluck().get();
  stores.database.pragma('query_only = true');
  const ended = refresher.run();
  await expect.poll(() => notKept, eventually).toEqual(['SQLITE_READONLY']);
  stores.database.pragma('query_only = false');
  expect(count()).toBe(0);
  await expect.poll(async () => (await clock.advance(1_000), count()), eventually).toBe(3);
  expect(clock.steady()).toBeLessThan(20_000);
  await refresher.stop();
  await ended;
});

test.each([403, 500])(
  'a list of staff that is answered with %i leaves the list of matters, and is asked for again within the hour',
  async (status) => {
    const remove = { now: () => {} };
    const place = await keeping({
      before(service) {
        remove.now = service.faults.add({ route: 'staff.list', kind: 'status', status, count: 'always' });
      },
    });
    const { stores, clock, look } = place;
    const count = () => stores.database.prepare('SELECT count(*) FROM matter').pluck().get();
    await expect.poll(count, eventually).toBe(place.service.matterIds().length);
    expect(stores.matters.staffNames().size).toBe(0);
    remove.now();
    await look(minute);
    expect(stores.matters.staffNames().size).toBe(0);
    const stepByStep = async () => {
      await clock.advance(minute);
      return stores.matters.staffNames().size;
    };
    const begun = clock.now();
    await expect.poll(stepByStep, eventually).toBeGreaterThan(5);
    expect(clock.now() - begun).toBeGreaterThan(55 * minute);
  },
);

test('the first listing is made again after an hour, and then a day later: what moved between its pages is not missed for long', async () => {
  const { clock, asked, look } = await keeping();
  const listings = () => asked.filter((query) => query.updatedSince === undefined && !query.isLead).length;
  expect(listings()).toBe(1);
  for (let times = 0; times < 59; times += 1) await look(minute);
  expect(listings()).toBe(1);
  for (let times = 0; times < 3; times += 1) await look(minute);
  expect(listings()).toBe(2);
  clock.set(clock.now() + 12 * 60 * minute);
  await look(minute);
  expect(listings()).toBe(2);
});

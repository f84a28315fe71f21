import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Workspace } from '../../../../main/engine/compose.ts';
import { Account } from '../../../../main/engine/features/account/account.ts';
import { HistoryReader } from '../../../../main/engine/features/history/history-reader.ts';
import { HistoryIntake } from '../../../../main/engine/features/history/intake.ts';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import { createRequestBudget } from '../../../../main/engine/service/budget/request-budget.ts';
import { createServiceClient } from '../../../../main/engine/service/client.ts';
import type { Exchange } from '../../../../main/engine/service/exchange.ts';
import { ok } from '../../../../shared/base/result.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { eventually, sha256 } from '../../../support/workplace.ts';
import { linkAnother, openDesk } from '../saving/desk.ts';
import { emptyStores } from './projected.ts';

test('one folder that is never answered in time leaves the account online, and the documents of other matters are filed', async () => {
  await using place = await openDesk({ http: { timeouts: { response: 300 } } });
  const services: Workspace['account']['service'][] = [];
  place.engine.status.subscribe(() => void services.push(place.engine.status.value.service));
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled();
  const slow = new RegExp(`/matters/${place.matterId}/documents/folders/${place.matterId}/history`);
  const remove = place.service.faults.add({ route: slow, kind: 'latency', ms: 1_000, count: 'always' });
  writeFileSync(join(place.folder, 'Brief.docx'), 'second');
  await expect.poll(() => place.service.faults.hits, eventually).toBeGreaterThan(1);
  const { matterId, folder } = await linkAnother(place);
  for (let count = 0; count < 3; count += 1) {
    writeFileSync(join(folder, 'Lease.docx'), `lease ${count}`);
    await expect
      .poll(() => place.states().filter((state) => state === 'filed'), eventually)
      .toHaveLength(2 + count);
  }
  expect(place.service.faults.hits).toBeGreaterThan(1);
  expect(place.service.filesOf(matterId).map(({ fileName }) => fileName)).toContain('Lease.docx');
  expect(new Set(services)).toEqual(new Set(['online']));
  remove();
  const { stores, looks, pipeline } = place.workspace;
  stores.outbox.waitNoLonger(looks.lookNow(place.matterId));
  pipeline.wake();
  await place.allFiled(5);
  expect(place.versionsOf('Brief.docx')).toEqual([sha256('first'), sha256('second')]);
});

/** A reader before a service that answers as it is told to. */
function readerOf(exchange: Exchange, hub?: string) {
  const clock = new FakeClock();
  const stores = emptyStores();
  const random = () => 0.5;
  const budget = createRequestBudget({ clock, random });
  const client = createServiceClient({
    baseUrl: 'http://127.0.0.1:1/',
    apiKey: 'key',
    hub,
    accessToken: () => Promise.resolve(ok('token')),
    budget,
    clock,
    random,
    http: { exchange },
  });
  const account = new Account({ clock, random, onChange: () => {} });
  const reader = new HistoryReader({
    client,
    account,
    stores,
    clock,
    random,
    intake: new HistoryIntake(stores, new Projector(stores), clock),
    isExpecting: () => false,
    onHistory: () => {},
    onUnchanged: () => {},
    onNotKept: () => {},
    onAnsweredAgain: () => {},
  });
  return { clock, reader };
}

test('the look before an announcement goes ahead of background reads, also where one of the same folder waits already', async () => {
  const asked: string[] = [];
  const { clock, reader } = readerOf(({ url }) => {
    asked.push(url.pathname.split('/').at(-2) ?? '');
    return Promise.resolve(ok({ status: 200, headers: {}, body: '{"value":[]}' }));
  });
  const { signal } = new AbortController();
  const read = (folder: string, priority: 'background' | 'announce') =>
    reader.read('matter' as MatterId, folder as FolderId, { priority, signal });
  for (let folder = 0; folder < 60; folder += 1) void read(`other ${folder}`, 'background');
  void read('letters', 'background');
  await clock.advance(1_000);
  const before = asked.length;
  expect(asked).not.toContain('letters');
  void read('letters', 'announce');
  await clock.advance(500);
  expect(asked.slice(before)).toContain('letters');
  expect(asked.length - before).toBeLessThanOrEqual(3);
  await clock.advance(60_000);
  // Once, and everything else in its turn.
  expect(asked).toHaveLength(61);
});

test('behind the hub, the look before an announcement does not wait for a poll that stands in the hub’s line', async () => {
  const asked: { priority: string | undefined; answer: () => void }[] = [];
  const history = { status: 200, headers: {}, body: '{"value":[]}' };
  const { clock, reader } = readerOf(({ headers }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    asked.push({ priority: headers['priority'], answer: resolve });
    return promise.then(() => ok(history));
  }, 'http://127.0.0.1:2');
  const { signal } = new AbortController();
  const done: string[] = [];
  const read = async (priority: 'background' | 'announce', maxAge = 0) => {
    const result = await reader.read('matter' as MatterId, 'letters' as FolderId, {
      priority,
      signal,
      maxAge,
    });
    done.push(result.ok ? priority : result.error.kind);
  };
  void read('announce');
  await clock.advance(1_000);
  asked[0]?.answer();
  await clock.advance(1_000);
  done.length = 0;
  void read('background', 20_000);
  await clock.advance(1_000);
  void read('announce');
  await clock.advance(1_000);
  expect(asked.map(({ priority }) => priority)).toEqual(['u=1', 'u=5', 'u=1']);
  // A third shares the look; answers are taken in in the order of the questions.
  void read('announce');
  asked[2]?.answer();
  await clock.advance(1_000);
  expect(done).toEqual([]);
  asked[1]?.answer();
  await clock.advance(1_000);
  expect(done).toEqual(['background', 'announce', 'announce']);
  expect(asked).toHaveLength(3);
});

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { createRequestBudget } from '../../../../main/engine/service/budget/request-budget.ts';
import { createServiceClient } from '../../../../main/engine/service/client.ts';
import { readProblem } from '../../../../main/engine/store/save-problem.ts';
import { failingCheckProblems } from '../../../../main/engine/view/failing-check-problems.ts';
import { ok } from '../../../../shared/base/result.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import type { FaultRule } from '../../../service/faults/rule.ts';
import type { PracticeService } from '../../../service/index.ts';
import { fastClock } from '../../../support/fast-clock.ts';
import { eventually, sha256 } from '../../../support/workplace.ts';
import { linkAnother, openDesk } from '../saving/desk.ts';

const rate = 200;
const minute = 60_000;
const minutesPass = (minutes: number) => sleep((minutes * minute) / rate);

function fastDesk(prepare: (service: PracticeService, matterId: MatterId) => void = () => {}) {
  let token = '';
  const ports = (real: EnginePorts): EnginePorts => {
    const clock = fastClock(rate);
    const { random } = real;
    return {
      ...real,
      clock,
      connect(address, onPause) {
        const budget = createRequestBudget({ clock, random, onPause });
        const accessToken = () => Promise.resolve(ok(token));
        return createServiceClient({ ...address, accessToken, budget, clock, random });
      },
    };
  };
  const before = (service: PracticeService, matterId: MatterId) => {
    token = service.tokensFor().accessToken;
    prepare(service, matterId);
  };
  return openDesk({ ports, before });
}

const history = /^GET \/matters\/[^/]+\/documents\/folders\/.*\/history/;
const ways: readonly (readonly [string, FaultRule])[] = [
  ['403', { route: history, kind: 'status', status: 403, count: 'always' }],
  ['404', { route: history, kind: 'status', status: 404, count: 'always' }],
  ['500', { route: history, kind: 'status', status: 500, count: 'always' }],
  [
    'an answer of another shape',
    { route: history, kind: 'answer', status: 200, text: '{"value":7}', count: 'always' },
  ],
];

test.each(ways)(
  'a history that fails with %s is asked for ever more seldom while a save waits for it, a person is told, and it is filed once it is well',
  async (_, fault) => {
    await using place = await fastDesk();
    const { stores, looks } = place.workspace;
    const told = () => failingCheckProblems(stores, looks, place.workspace.clock.now());
    writeFileSync(join(place.folder, 'Brief.docx'), 'first');
    await place.allFiled();
    const remove = place.service.faults.add(fault);
    writeFileSync(join(place.folder, 'Brief.docx'), 'second');
    await expect.poll(() => place.states(), eventually).toHaveLength(2);
    await minutesPass(8);
    const before = place.service.faults.hits;
    await minutesPass(10);
    // All folders of the matter, which is looked at all the while, repeats and every name of the root included.
    expect((place.service.faults.hits - before) / 10).toBeLessThan(12);
    expect(place.states()).toEqual(['filed', 'waiting']);
    expect(told()).toMatchObject([
      { subject: 'Brief.docx', why: expect.stringMatching(/\w{3}/), nextTryAt: expect.any(String) },
    ]);
    expect(place.engine.status.value).toMatchObject({ service: 'online', problems: 1 });
    remove();
    stores.outbox.waitNoLonger(looks.lookNow(place.matterId));
    place.workspace.pipeline.wake();
    await place.allFiled(2);
    expect(told()).toEqual([]);
    expect(place.versionsOf('Brief.docx')).toEqual([sha256('first'), sha256('second')]);
  },
);

test.each([
  [500, 'The practice service has a fault of its own at the moment.'],
  [403, 'The practice service does not allow this for you.'],
])(
  'promise 4: a save that waits for a history that answers %i says so, and when it is looked at again',
  async (status, why) => {
    // By the system’s own clock, which counts in fractions.
    await using place = await openDesk();
    const { stores } = place.workspace;
    writeFileSync(join(place.folder, 'Brief.docx'), 'first');
    await place.allFiled();
    place.service.faults.add({ route: history, kind: 'status', status, count: 'always' });
    writeFileSync(join(place.folder, 'Brief.docx'), 'second');
    const words = () => readProblem(stores.saves.heads()[0]?.problem ?? null);
    await expect
      .poll(words, eventually)
      .toMatchObject({ code: 'waiting-for-service', why: expect.stringContaining(why) });
    expect(stores.saves.heads()[0]?.nextTryAt).toBeGreaterThan(place.workspace.clock.now());
  },
);

test('promise 4: so does one whose answer was lost: it is on its way until history was looked at', async () => {
  await using place = await openDesk();
  const { stores } = place.workspace;
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled();
  place.service.faults.add({ route: 'storage.put', kind: 'latency', ms: 500, count: 'always' });
  place.service.faults.add({ route: 'storage.put', kind: 'loseAnswer', count: 'always' });
  writeFileSync(join(place.folder, 'Brief.docx'), 'second');
  await expect.poll(() => stores.saves.heads()[0]?.state, eventually).toBe('sending');
  place.service.faults.add({ route: history, kind: 'status', status: 500, count: 'always' });
  const said = () => stores.saves.heads()[0];
  await expect.poll(() => said()?.nextTryAt ?? null, eventually).not.toBeNull();
  expect(said()?.state).toBe('sending');
  expect(readProblem(said()?.problem ?? null)?.code).toBe('waiting-for-service');
});

test('promise 10: an answer of which something cannot be taken, for whatever reason, stops nothing but its folder', async () => {
  await using place = await openDesk();
  const { stores, looks } = place.workspace;
  const { append } = stores.history;
  stores.history.append = (matterId, ...rest) => {
    if (matterId === place.matterId) throw new TypeError('nobody thought of this');
    return append.call(stores.history, matterId, ...rest);
  };
  place.service.colleague.createFile(place.matterId, 'Theirs.docx', 'theirs');
  await expect.poll(() => looks.resting(place.matterId, null)?.kind, eventually).toBe('malformed');
  const other = await linkAnother(place);
  writeFileSync(join(other.folder, 'Lease.docx'), 'lease');
  await place.allFiled();
  stores.history.append = append;
  looks.lookNow(place.matterId);
  place.workspace.poller.expedite(place.matterId, 0);
  const known = () => stores.documents.documents(place.matterId).map(({ name }) => name);
  await expect.poll(known, eventually).toContain('Theirs.docx');
});

test('a save that waited for a refused history goes on by itself once the folder’s own turn finds it readable', async () => {
  await using place = await fastDesk();
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled();
  const remove = place.service.faults.add({ route: history, kind: 'status', status: 403, count: 'always' });
  writeFileSync(join(place.folder, 'Brief.docx'), 'second');
  await minutesPass(5);
  expect(place.states()).toEqual(['filed', 'waiting']);
  remove();
  await place.allFiled(2);
  expect(place.versionsOf('Brief.docx')).toEqual([sha256('first'), sha256('second')]);
});

test.each(ways.filter(([how]) => ['403', '500'].includes(how)))(
  'what was sent into a folder whose history then fails for an hour with %s is told: whether it is filed cannot be seen',
  async (_, fault) => {
    await using place = await fastDesk();
    const { stores, looks, clock } = place.workspace;
    const told = () => failingCheckProblems(stores, looks, clock.now());
    writeFileSync(join(place.folder, 'Brief.docx'), 'first');
    await place.allFiled();
    const remove = place.service.faults.add(fault);
    writeFileSync(join(place.folder, 'New.docx'), 'new');
    await expect.poll(() => place.states(), eventually).toEqual(['filed', 'sent']);
    await minutesPass(45);
    expect(told()).toEqual([]);
    await expect.poll(told, eventually).toMatchObject([
      {
        what: 'Whether “New.docx” is filed cannot be seen: the history of the folder cannot be read',
        why: expect.stringMatching(/more than an hour ago\. \w{3}/),
        next: expect.stringContaining('Look in the service'),
        actions: ['retry'],
      },
    ]);
    expect(place.states()).toEqual(['filed', 'sent']);
    await expect.poll(() => place.engine.status.value.problems, eventually).toBe(1);
    remove();
    await place.allFiled(2);
    expect(told()).toEqual([]);
    expect(place.versionsOf('New.docx')).toEqual([sha256('new')]);
  },
);

test('new documents that wait for a history which fails and was never read are told, and filed once it is well', async () => {
  let remove = () => {};
  await using place = await fastDesk((service, matterId) => {
    const claims = service.colleague.createFolder(matterId, 'Claims');
    const ofClaims = new RegExp(`^GET /matters/[^/]+/documents/folders/${claims}/history`);
    remove = service.faults.add({ route: ofClaims, kind: 'status', status: 500, count: 'always' });
  });
  const { stores, looks, clock } = place.workspace;
  const told = () => failingCheckProblems(stores, looks, clock.now());
  await expect.poll(() => existsSync(join(place.folder, 'Claims')), eventually).toBe(true);
  for (const name of ['One.docx', 'Two.docx']) writeFileSync(join(place.folder, 'Claims', name), name);
  await expect.poll(() => place.states(), eventually).toEqual(['waiting', 'waiting']);
  await expect.poll(told, eventually).toMatchObject([
    {
      what: expect.stringMatching(/^“(One|Two).docx” and 1 more cannot be filed/),
      nextTryAt: expect.any(String),
    },
  ]);
  expect(place.states()).toEqual(['waiting', 'waiting']);
  remove();
  await place.allFiled(2);
  expect(told()).toEqual([]);
});

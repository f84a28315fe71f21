import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { Account } from '../../../../main/engine/features/account/account.ts';
import { HistoryReader } from '../../../../main/engine/features/history/history-reader.ts';
import { HistoryIntake } from '../../../../main/engine/features/history/intake.ts';
import { Poller } from '../../../../main/engine/features/history/poller.ts';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import type { Priority } from '../../../../main/engine/service/budget/priority.ts';
import type { EngineClient } from '../../../../main/engine/service/client.ts';
import type { ServiceError } from '../../../../main/engine/service/errors.ts';
import { type FolderHistory, readEntry } from '../../../../main/engine/service/history.ts';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import { documentRows } from '../../../../main/engine/view/document-rows.ts';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { pseudoRandom } from '../../../service/pseudo-random.ts';
import { testAuditContext } from '../../../support/audit-context.ts';
import { blankMatter } from '../../../support/blank-matter.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { putFolder } from '../../../support/known-folder.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const one = 'one' as MatterId;
const two = 'two' as MatterId;

interface Read {
  readonly matterId: MatterId;
  readonly address: string;
  readonly priority: Priority | undefined;
  /** Milliseconds since the start, by a clock that nobody sets. */
  readonly at: number;
}

const refusal = (kind: 'forbidden' | 'not-found'): Result<never, ServiceError> =>
  err({ operation: 'history.read', kind, status: kind === 'forbidden' ? 403 : 404, problem: null });

/** A poller with two matters of a root and two folders each, and a service that answers what the test says. */
function desk() {
  const clock = new FakeClock();
  const random = pseudoRandom(7);
  const stores = storesOn(prepareDatabase(new Database(':memory:')), testAuditContext);
  const account = new Account({ clock, random, onChange: () => {} });
  const reads: Read[] = [];
  let answer = (_read: Read): Result<FolderHistory, ServiceError> => ok({ entries: [], malformed: [] });
  const read: EngineClient['history']['read'] = (matterId, address, options) => {
    const asked = { matterId, address, priority: options?.priority, at: clock.steady() };
    reads.push(asked);
    return Promise.resolve(answer(asked));
  };
  const reader = new HistoryReader({
    client: { history: { read } } as EngineClient,
    account,
    stores,
    clock,
    intake: new HistoryIntake(stores, new Projector(stores), clock),
    isExpecting: (matterId) => poller.isExpectingStill(matterId),
    onHistory: () => {},
    onUnchanged: () => {},
    random: () => 0.5,
    onAnsweredAgain: () => {},
    onNotKept: () => {},
  });
  const poller = new Poller({ reader, account, stores, clock, random, onNotKept: () => {} });
  for (const id of [one, two]) {
    stores.matters.put([
      {
        id,
        number: '1',
        title: id,
        ...blankMatter,
      },
    ]);
    stores.matters.learnRootFolderAddress(id, id);
    stores.history.append(id, null, [{ id: `made-${id}`, fileId: null, at: 0, raw: '{}' }], 0);
    for (const name of ['a', 'b']) putFolder(stores, id, `${id}-${name}` as FolderId, name);
  }
  account.setSignedIn(true);
  return {
    clock,
    stores,
    account,
    poller,
    reads,
    answers: (next: typeof answer) => {
      answer = next;
    },
    /** What was read while so much time passed. */
    async during(ms: number): Promise<Read[]> {
      const before = reads.length;
      await clock.advance(ms);
      return reads.slice(before);
    },
    problemOf: (id: MatterId) => stores.matters.get(id)?.historyProblem,
    foldersOf: (id: MatterId) => documentRows(stores, id, () => null).folders,
  };
}

test('while nobody looks and nothing is linked, nothing is asked and no timer is set', async () => {
  const { poller, clock, during } = desk();
  let timers = 0;
  const timer = clock.timer.bind(clock);
  clock.timer = (ms, ring) => {
    timers += 1;
    return timer(ms, ring);
  };
  poller.start();
  expect(await during(48 * hour)).toEqual([]);
  expect(timers).toBeLessThanOrEqual(1);
});

test('a matter that is opened is read at once, all its folders, and again before it is ten seconds old', async () => {
  const { poller, during } = desk();
  poller.start();
  poller.look(one);
  const opened = await during(second);
  expect(opened.map(({ address }) => address).toSorted()).toEqual(['one', 'one-a', 'one-b']);
  expect(opened.every(({ priority }) => priority === 'view')).toBe(true);
  const later = await during(minute);
  for (const address of ['one', 'one-a', 'one-b']) {
    const times = later.filter((read) => read.address === address).map(({ at }) => at);
    const gaps = times.map((at, index) => at - (times[index - 1] ?? second));
    expect(Math.max(...gaps)).toBeLessThan(10 * second);
  }
  expect(later.some(({ matterId }) => matterId === two)).toBe(false);
});

test('a linked matter is read within a minute or so, in the background', async () => {
  const { poller, stores, during } = desk();
  stores.links.link(two, '/matters/two', 0);
  poller.start();
  await during(10 * second);
  const reads = await during(10 * minute);
  const times = reads.filter(({ address }) => address === 'two-a').map(({ at }) => at);
  expect(Math.max(...times.map((at, index) => at - (times[index - 1] ?? 10 * second)))).toBeLessThan(
    70 * second,
  );
  expect(reads.every(({ priority }) => priority === 'background')).toBe(true);
});

test('a matter linked while the program runs is read too, and is left alone when it is unlinked', async () => {
  const { poller, stores, during } = desk();
  poller.start();
  stores.links.link(two, '/matters/two', 0);
  poller.foldersChanged(two);
  expect((await during(2 * minute)).length).toBeGreaterThan(3);
  stores.links.unlink(two);
  poller.foldersChanged(two);
  expect(await during(hour)).toEqual([]);
});

test('what is in a window out of sight is not looked at; when it comes back, it is read at once', async () => {
  const { poller, during } = desk();
  poller.start();
  poller.look(one);
  await during(minute);
  poller.inSight(false);
  expect((await during(10 * minute)).length).toBeLessThan(3 * 6);
  poller.inSight(true);
  expect(await during(second)).toHaveLength(3);
});

test('after sleep, what is in view is read at once, and what is linked within a round and not all together', async () => {
  const { poller, clock, stores, during } = desk();
  stores.links.link(two, '/matters/two', 0);
  poller.start();
  poller.look(one);
  await during(5 * minute);
  clock.set(clock.now() + 8 * hour);
  const woken = await during(7 * second);
  expect(new Set(woken.filter(({ matterId }) => matterId === one).map(({ address }) => address)).size).toBe(
    3,
  );
  const linked = [...woken, ...(await during(65 * second))].filter(({ matterId }) => matterId === two);
  expect(new Set(linked.map(({ address }) => address)).size).toBe(3);
});

test('after sleep, what was sent is looked for at once, and does not wait for what was due before', async () => {
  const { poller, clock, stores, during } = desk();
  stores.links.link(two, '/matters/two', 0);
  poller.start();
  await during(5 * minute);
  // Right after a read, when the next one is farthest off.
  while ((await during(100)).length === 0);
  clock.set(clock.now() + 8 * hour);
  poller.expect(two, null);
  expect((await during(second)).map(({ address }) => address)).toContain('two');
});

test('after sleep, what is linked is not read all together because something was sent just then', async () => {
  const { poller, clock, stores, during } = desk();
  stores.links.link(two, '/matters/two', 0);
  poller.start();
  await during(5 * minute);
  clock.set(clock.now() + 8 * hour);
  poller.expect(two, null);
  const read = await during(second);
  expect(read.filter(({ priority }) => priority === 'background').length).toBeLessThan(3);
  const later = [...read, ...(await during(65 * second))];
  expect(new Set(later.map(({ address }) => address)).size).toBe(3);
});

test('after the clock was set back, what is linked is read within a round, also when something was sent just then', async () => {
  const { poller, clock, stores, during } = desk();
  stores.links.link(two, '/matters/two', 0);
  poller.start();
  await during(5 * minute);
  clock.set(clock.now() - 400 * 24 * hour);
  poller.expect(two, null);
  const read = await during(2 * minute);
  expect(new Set(read.map(({ address }) => address))).toEqual(new Set(['two', 'two-a', 'two-b']));
});

test('when the network returns or the computer wakes, what is in view is read at once', async () => {
  const { poller, during } = desk();
  poller.start();
  poller.look(one);
  await during(100);
  // Long enough to be worth reading again, and before its turn.
  await during(2_500);
  poller.awake();
  expect(await during(100)).toHaveLength(3);
});

test('an answer that comes when the program ends is not kept: the database may be closed by then', async () => {
  const { poller, stores, answers, during } = desk();
  answers(() => {
    poller.stop();
    stores.database.close();
    return ok({ entries: [], malformed: [] });
  });
  poller.start();
  poller.look(one);
  expect(await during(second)).toHaveLength(1);
});

test('a change noticed elsewhere is looked into within seconds', async () => {
  const { poller, stores, clock, during } = desk();
  stores.polls.looked(two, clock.now() - 20 * hour);
  for (const folderId of [null, 'two-a' as FolderId, 'two-b' as FolderId])
    stores.history.checked(two, folderId, clock.now() - minute);
  poller.start();
  expect(await during(minute)).toEqual([]);
  poller.expedite(two);
  expect(await during(11 * second)).toHaveLength(3);
});

test('while the service wants no requests, none is made, and then none of them all together', async () => {
  const { poller, account, clock, stores, during } = desk();
  stores.links.link(two, '/matters/two', 0);
  poller.start();
  poller.look(one);
  await during(minute);
  account.setPause(clock.now() + 5 * minute);
  await during(second);
  expect(await during(4 * minute)).toEqual([]);
  account.setPause(null);
  expect((await during(90 * second)).length).toBeGreaterThan(10);
});

test('one refused folder is said of that folder, the others go on, and it is asked for rarely', async () => {
  const { poller, answers, during, problemOf, foldersOf } = desk();
  answers(({ address }) => (address === 'one-a' ? refusal('forbidden') : ok({ entries: [], malformed: [] })));
  poller.start();
  poller.look(one);
  await during(minute);
  expect(problemOf(one)).toBeNull();
  expect(foldersOf(one).map(({ historyProblem }) => historyProblem)).toEqual([
    expect.stringContaining('does not let you read this folder'),
    null,
  ]);
  const later = await during(hour / 4);
  expect(later.filter(({ address }) => address === 'one-a').length).toBeLessThan(5);
  expect(later.filter(({ address }) => address === 'one-b').length).toBeGreaterThan(125);
  answers(() => ok({ entries: [], malformed: [] }));
  poller.look(two);
  poller.inSight(false);
  await during(24 * hour);
  expect(foldersOf(one).map(({ historyProblem }) => historyProblem)).toEqual([null, null]);
});

test.each(['forbidden', 'not-found'] as const)(
  'a matter all of which is %s is said to be no longer ours, and what was read stays',
  async (kind) => {
    const { poller, answers, during, problemOf, stores } = desk();
    const raw = JSON.stringify({
      id: 'e1',
      type: 'File',
      changeType: 'Create',
      file: { id: 'f1' },
      newName: 'Brief.docx',
    });
    const entry = readEntry(raw);
    answers(({ address }) =>
      ok({ entries: address === 'one' && entry.ok ? [entry.value] : [], malformed: [] }),
    );
    poller.start();
    poller.look(one);
    await during(minute);
    answers(() => refusal(kind));
    await during(minute);
    expect(problemOf(one)).toContain(
      kind === 'forbidden' ? 'does not let you read this matter' : 'does not know this matter',
    );
    expect(stores.history.isKept(one, 'e1')).toBe(true);
    expect((await during(hour)).length).toBeLessThan(80);
  },
);

test('a refused top folder whose other folders answer is not a refused matter', async () => {
  const { poller, answers, during, problemOf } = desk();
  const isRoot = (address: string) => ['one', 'root', 'null'].includes(address);
  answers(({ address }) => (isRoot(address) ? refusal('forbidden') : ok({ entries: [], malformed: [] })));
  poller.start();
  poller.look(one);
  await during(minute);
  expect(problemOf(one)).toContain('its other folders can be read');
});

test('a 404 just after something was sent is not taken for a refusal', async () => {
  const { poller, answers, during, problemOf, foldersOf } = desk();
  answers(() => refusal('not-found'));
  poller.start();
  poller.expect(one, 'one-a' as FolderId);
  expect((await during(minute)).length).toBeGreaterThan(5);
  expect(problemOf(one)).toBeNull();
  expect(foldersOf(one).every(({ historyProblem }) => historyProblem === null)).toBe(true);
  await during(3 * minute);
  expect(foldersOf(one).some(({ historyProblem }) => historyProblem !== null)).toBe(true);
});

test('a folder that was told of before it can be read is asked again within a minute or two', async () => {
  const { poller, stores, answers, during } = desk();
  stores.links.link(two, '/matters/two', 0);
  answers(({ address, at }) =>
    address === 'two-a' && at < 3 * second ? refusal('not-found') : ok({ entries: [], malformed: [] }),
  );
  poller.start();
  await during(2 * minute);
  expect(stores.history.checkedAt(two, 'two-a' as FolderId)).not.toBeNull();
});

test('a name of the root folder that stops working before anything was seen is not given up for one that answers with nothing, which is read meanwhile', async () => {
  const { poller, answers, during, stores, problemOf } = desk();
  stores.database.exec('DELETE FROM history_entry');
  answers(({ address }) => (address === 'one' ? refusal('not-found') : ok({ entries: [], malformed: [] })));
  poller.start();
  poller.look(one);
  await during(minute);
  expect(stores.matters.rootFolderAddress(one)).toBe('one');
  expect(problemOf(one)).toBeNull();
  expect(stores.history.checkedAt(one, null)).not.toBeNull();
});

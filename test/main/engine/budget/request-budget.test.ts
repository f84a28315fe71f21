import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Priority, priorities } from '../../../../main/engine/service/budget/priority.ts';
import { createRequestBudget } from '../../../../main/engine/service/budget/request-budget.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

/** A service with its own bucket: takes `perSecond`, `burst` at once, and refuses beyond. */
function strictService(perSecond: number, burst: number) {
  let tokens = burst;
  let at = 0;
  return {
    /** Requests must arrive in order of time. */
    takes(now: number): boolean {
      tokens = Math.min(burst, tokens + ((now - at) / 1000) * perSecond);
      at = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}

/** Notes when each request is granted. */
function grants(clock: FakeClock, budget: ReturnType<typeof createRequestBudget>) {
  const times: { at: number; priority: Priority; name: number }[] = [];
  let name = 0;
  return {
    times,
    ask(priority: Priority, signal?: AbortSignal) {
      const mine = (name += 1);
      const note = async () => {
        const result = await budget.acquire(priority, signal);
        if (result.ok) times.push({ at: clock.now(), priority, name: mine });
      };
      void note();
      return mine;
    },
  };
}

describe('the request budget', () => {
  it('lets no second burst out when the computer’s clock is set forward', async () => {
    const clock = new FakeClock(0);
    const budget = createRequestBudget({ clock, random: () => 0.5 });
    const granted = grants(clock, budget);
    for (let request = 0; request < 4; request += 1) granted.ask('view');
    await clock.advance(0);
    clock.set(3_600_000);
    for (let request = 0; request < 4; request += 1) granted.ask('view');
    await clock.advance(0);
    expect(granted.times).toHaveLength(4);
  });

  it('lets no request out sooner for a short pause than it would have gone without', async () => {
    const clock = new FakeClock(0);
    const budget = createRequestBudget({ clock, random: () => 0.5 });
    const granted = grants(clock, budget);
    for (let times = 0; times < 5; times += 1) {
      budget.refused(1);
      granted.ask('view');
      await clock.advance(10);
    }
    expect(granted.times).toEqual([]);
  });

  it('uses at least 95 % of a limit of 5 a second and bursts of 5, and is never refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.integer({ min: 0, max: 150 })), async (delays) => {
        const clock = new FakeClock(0);
        const budget = createRequestBudget({ clock, random: () => 0.5 });
        const granted = grants(clock, budget);
        for (let request = 0; request < 400; request += 1) granted.ask('view');
        await clock.advance(60_000);
        const arrivals = granted.times
          .map(({ at }) => at + Number(delays.next().value))
          .toSorted((one, other) => one - other);
        const service = strictService(5, 5);
        expect(arrivals.filter((at) => !service.takes(at))).toEqual([]);
        expect(arrivals.length).toBeGreaterThanOrEqual(0.95 * (5 + 60 * 5));
      }),
      { numRuns: 50 },
    );
  });

  it('is never over the limit, however requests come', async () => {
    const burst = fc.record({
      wait: fc.integer({ min: 0, max: 3000 }),
      count: fc.integer({ min: 1, max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(burst, { maxLength: 30 }), async (bursts) => {
        const clock = new FakeClock(0);
        const granted = grants(clock, createRequestBudget({ clock, random: () => 0.5 }));
        for (const { wait, count } of bursts) {
          await clock.advance(wait);
          for (let request = 0; request < count; request += 1) granted.ask('view');
        }
        await clock.advance(120_000);
        const service = strictService(5, 5);
        expect(granted.times.filter(({ at }) => !service.takes(at))).toEqual([]);
        expect(granted.times).toHaveLength(bursts.reduce((sum, { count }) => sum + count, 0));
      }),
    );
  });

  it('keeps the service’s pace when what may go waits for the disk before it leaves', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ after: fc.nat(2_500), count: fc.nat(6), waits: fc.constantFrom(0, 500, 2_000) }),
        ),
        async (bursts) => {
          const clock = new FakeClock();
          const budget = createRequestBudget({ clock, random: () => 0.5 });
          const left: number[] = [];
          for (const { after, count, waits } of bursts) {
            await clock.advance(after);
            const send = async () => {
              await budget.acquire('announce');
              await budget.holding(() => clock.sleep(waits));
              left.push(clock.now());
            };
            for (let request = 0; request < count; request += 1) void send();
          }
          await clock.advance(120_000);
          const service = strictService(5, 5);
          expect(left.filter((at) => !service.takes(at))).toEqual([]);
          expect(left).toHaveLength(bursts.reduce((sum, { count }) => sum + count, 0));
        },
      ),
    );
  });

  it('lets the more urgent go first, and keeps the order among equals', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...priorities), { minLength: 1, maxLength: 40 }),
        async (asked) => {
          const clock = new FakeClock();
          const budget = createRequestBudget({ clock, random: () => 0.5 });
          budget.pauseUntil(clock.now() + 1000);
          const granted = grants(clock, budget);
          for (const priority of asked) granted.ask(priority);
          await clock.advance(60_000);
          const expected = asked
            .map((priority, index) => ({ priority, name: index + 1 }))
            .toSorted((one, other) => priorities.indexOf(one.priority) - priorities.indexOf(other.priority));
          expect(granted.times.map(({ priority, name }) => ({ priority, name }))).toEqual(expected);
        },
      ),
    );
  });

  it('lets a version be announced at once however much is polled, and still polls at full speed', async () => {
    const clock = new FakeClock();
    const budget = createRequestBudget({ clock, random: () => 0.5 });
    const granted = grants(clock, budget);
    let polled = 0;
    const poll = async () => {
      while (polled < 1_000 && (await budget.acquire('background')).ok) polled += 1;
    };
    // As the poller does it: two reads under way, the next one when one is done.
    void poll();
    void poll();
    for (let save = 0; save < 10; save += 1) {
      await clock.advance(4_000);
      const asked = clock.now();
      for (let each = 0; each < 2; each += 1) granted.ask('announce');
      await clock.advance(0);
      expect(granted.times.slice(-2)).toMatchObject([
        { priority: 'announce', at: asked },
        { priority: 'announce', at: asked },
      ]);
    }
    expect(polled + granted.times.length).toBeGreaterThan(0.95 * 40 * 5);
  });

  it('lets the background wait for what the person looks at, but never for ever', async () => {
    const clock = new FakeClock();
    const granted = grants(clock, createRequestBudget({ clock, random: () => 0.5 }));
    for (let request = 0; request < 10; request += 1) granted.ask('view');
    granted.ask('background');
    for (let second = 0; second < 60; second += 1) {
      for (let request = 0; request < 6; request += 1) granted.ask('view');
      await clock.advance(1000);
    }
    const waited = granted.times.find(({ priority }) => priority === 'background')?.at;
    // 75 requests count as one priority; of those asked before, 5 a second are served and 6 a second come.
    const seconds = (Number(waited) - (clock.now() - 60_000)) / 1000;
    expect(seconds).toBeGreaterThan(10);
    expect(seconds).toBeLessThan(25);
  });

  it('sends nothing during a pause, says so, and goes on by itself with one request at first', async () => {
    const clock = new FakeClock();
    const said: (number | null)[] = [];
    const budget = createRequestBudget({ clock, random: () => 0.5, onPause: (until) => said.push(until) });
    const granted = grants(clock, budget);
    budget.refused(30_000);
    const until = clock.now() + 30_000;
    expect(budget.pausedUntil()).toBe(until);
    for (let request = 0; request < 5; request += 1) granted.ask('sign-in');
    await clock.advance(29_999);
    expect(granted.times).toEqual([]);
    await clock.advance(1);
    expect(granted.times).toHaveLength(1);
    await clock.advance(1000);
    expect(granted.times).toHaveLength(5);
    expect(said).toEqual([until, null]);
    expect(budget.pausedUntil()).toBeNull();
  });

  it('keeps the longer of two pauses, and none over an hour', async () => {
    const clock = new FakeClock();
    const budget = createRequestBudget({ clock, random: () => 0.5 });
    budget.pauseUntil(clock.now() + 20_000);
    budget.pauseUntil(clock.now() + 10_000);
    expect(budget.pausedUntil()).toBe(clock.now() + 20_000);
    budget.pauseUntil(Number.MAX_SAFE_INTEGER);
    expect(budget.pausedUntil()).toBe(clock.now() + 3_600_000);
  });

  it.each([null, 0, 50])(
    'backs off further each time it is refused with no time to speak of (%s), and starts small again once accepted',
    async (asked) => {
      const clock = new FakeClock();
      const budget = createRequestBudget({ clock, random: () => 0.999_999 });
      const waits: number[] = [];
      const refuse = async () => {
        budget.refused(asked);
        // Another one of the same volley.
        budget.refused(asked);
        const wait = Number(budget.pausedUntil()) - clock.now();
        waits.push(Math.round(wait / 1000));
        await clock.advance(wait);
      };
      for (let time = 0; time < 8; time += 1) await refuse();
      budget.accepted();
      await refuse();
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 1]);
    },
  );

  it('waits no longer than the pause again when the computer’s clock is set back by a day', async () => {
    const clock = new FakeClock();
    const budget = createRequestBudget({ clock, random: () => 0.5 });
    const granted = grants(clock, budget);
    budget.pauseUntil(clock.now() + 10_000);
    granted.ask('view');
    clock.set(clock.now() - 24 * 3_600_000);
    await clock.advance(20_000);
    expect(granted.times).toHaveLength(1);
    for (let request = 0; request < 20; request += 1) granted.ask('view');
    clock.set(clock.now() - 24 * 3_600_000);
    await clock.advance(5000);
    expect(granted.times).toHaveLength(21);
  });

  it('forgets a request that was given up', async () => {
    const clock = new FakeClock();
    const budget = createRequestBudget({ clock, random: () => 0.5 });
    const granted = grants(clock, budget);
    budget.pauseUntil(clock.now() + 1000);
    const giveUp = new AbortController();
    granted.ask('view', giveUp.signal);
    const kept = granted.ask('view');
    giveUp.abort();
    expect(await budget.acquire('view', giveUp.signal)).toMatchObject({
      ok: false,
      error: { kind: 'aborted' },
    });
    await clock.advance(10_000);
    expect(granted.times.map(({ name }) => name)).toEqual([kept]);
  });

  it('takes another limit at once', async () => {
    const clock = new FakeClock();
    const budget = createRequestBudget({ clock, random: () => 0.5 });
    const granted = grants(clock, budget);
    budget.configure({ perSecond: 50, burst: 50 });
    for (let request = 0; request < 200; request += 1) granted.ask('background');
    await clock.advance(4100);
    expect(granted.times).toHaveLength(200);
  });
});

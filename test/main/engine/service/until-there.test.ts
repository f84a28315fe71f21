import { describe, expect, it } from 'vitest';
import type { ServiceError } from '../../../../main/engine/service/errors.ts';
import { untilThere } from '../../../../main/engine/service/until-there.ts';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const operation = 'matters.read';
const notYet: Result<string, ServiceError> = err({
  operation,
  kind: 'not-found',
  status: 404,
  problem: null,
});

/** Looks that come out as given, the last one again and again. */
function looks(...results: Result<string, ServiceError>[]) {
  let count = 0;
  return {
    read: () => Promise.resolve(results[Math.min((count += 1), results.length) - 1] ?? notYet),
    count: () => count,
  };
}

async function follow(
  look: ReturnType<typeof looks>,
  deadline = 60_000,
  isApplied?: (value: string) => boolean,
) {
  const clock = new FakeClock();
  const following = untilThere(look.read, { clock, random: () => 0.9, deadline }, isApplied);
  await clock.advance(deadline * 2);
  return following;
}

describe('following an accepted write', () => {
  it('gives up after as long as it said, also where the clock is set back meanwhile', async () => {
    const clock = new FakeClock();
    const look = looks(notYet);
    const following = untilThere(look.read, { clock, random: () => 0.9, deadline: 60_000 });
    await clock.advance(1_000);
    clock.set(clock.now() - 24 * 3_600_000);
    await clock.advance(60_000);
    expect(await following).toMatchObject({ error: { kind: 'not-there-yet' } });
  });

  it('looks until what it makes is there', async () => {
    const look = looks(notYet, notYet, notYet, ok('there'));
    expect(await follow(look)).toEqual(ok('there'));
    expect(look.count()).toBe(4);
  });

  it('looks until what it changes shows the change', async () => {
    expect(await follow(looks(ok('old'), ok('old'), ok('new')), 60_000, (value) => value === 'new')).toEqual(
      ok('new'),
    );
  });

  it('stops at the deadline and says so', async () => {
    const look = looks(notYet);
    expect(await follow(look, 10_000)).toMatchObject({ ok: false, error: { kind: 'not-there-yet' } });
    expect(look.count()).toBeGreaterThan(3);
    expect(look.count()).toBeLessThan(100);
  });

  it('stops at once at any other error', async () => {
    const look = looks(notYet, err({ operation, kind: 'forbidden', status: 403, problem: null }), ok('late'));
    expect(await follow(look)).toMatchObject({ ok: false, error: { kind: 'forbidden' } });
    expect(look.count()).toBe(2);
  });

  it('stops when it is cancelled', async () => {
    const clock = new FakeClock();
    const cancel = new AbortController();
    const look = looks(notYet);
    const patience = { clock, random: () => 0.5, deadline: 60_000, signal: cancel.signal };
    const following = untilThere(look.read, patience);
    cancel.abort();
    expect(await following).toMatchObject({ ok: false, error: { kind: 'not-there-yet' } });
    expect(look.count()).toBeLessThan(3);
  });
});

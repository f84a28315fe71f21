import { expect, test } from 'vitest';
import { Account } from '../../../../main/engine/features/account/account.ts';
import { createRequestBudget } from '../../../../main/engine/service/budget/request-budget.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

test('while requests wait because the service asked to slow down, the status says so and until when', async () => {
  const clock = new FakeClock();
  let changes = 0;
  const account = new Account({ clock, random: () => 0.5, onChange: () => (changes += 1) });
  const budget = createRequestBudget({
    clock,
    random: () => 0.5,
    onPause: (until) => account.setPause(until),
  });
  account.setSignedIn(true);
  account.succeeded();
  expect(account).toMatchObject({ service: 'online', why: null, nextTryAt: null });

  const until = clock.now() + 30_000;
  budget.refused(30_000);
  let sent = false;
  void budget.acquire('view').then(() => (sent = true));
  expect(account).toMatchObject({ service: 'rate-limited', nextTryAt: until });
  expect(account.why).toContain('slow down');

  const before = changes;
  await clock.advance(30_000);
  expect(sent).toBe(true);
  expect(account).toMatchObject({ service: 'online', why: null, nextTryAt: null });
  expect(changes).toBeGreaterThan(before);
});

test('a service that cannot be reached is told before one that wants to wait, and the later time counts', () => {
  const clock = new FakeClock();
  const account = new Account({ clock, random: () => 0.5, onChange: () => {} });
  account.setPause(clock.now() + 60_000);
  expect(account).toMatchObject({ service: 'signed-out', why: null });
  account.setSignedIn(true);
  account.failed({ operation: 'matters.list', kind: 'offline', code: 'ECONNREFUSED', why: 'refused' });
  expect(account).toMatchObject({ service: 'offline', nextTryAt: clock.now() + 60_000 });
});

test('one thing that is not answered in time is its own trouble; two without an answer between them are the service’s', () => {
  const clock = new FakeClock();
  const account = new Account({ clock, random: () => 0.5, onChange: () => {} });
  account.setSignedIn(true);
  account.succeeded();
  const slow = { operation: 'history.read', kind: 'timeout' } as const;
  for (let times = 0; times < 3; times += 1) expect(account.failed(slow, 'one folder')).toBe(false);
  expect(account).toMatchObject({ service: 'online', isReady: true });
  account.succeeded();
  expect(account.failed(slow, 'another')).toBe(false);
  // Refusals are answers.
  account.failed({ operation: 'staff.list', kind: 'forbidden', status: 403, problem: null });
  expect(account.failed(slow, 'one folder')).toBe(false);
  expect(account.failed({ ...slow, operation: 'matters.list' })).toBe(true);
  expect(account).toMatchObject({ service: 'offline', isReady: false });
});

test('a call that fails after somebody signed out leaves no wait, now or for who signs in next', () => {
  const clock = new FakeClock();
  const account = new Account({ clock, random: () => 0.5, onChange: () => {} });
  account.setSignedIn(true);
  account.setSignedIn(false);
  for (const error of [
    { operation: 'history.read', kind: 'signed-out' },
    { operation: 'history.read', kind: 'offline', code: 'ECONNRESET', why: 'interrupted' },
  ] as const)
    expect(account.failed(error)).toBe(true);
  expect(account).toMatchObject({ service: 'signed-out', why: null, nextTryAt: null });
  account.setSignedIn(true);
  expect(account).toMatchObject({ isReady: true, why: null, nextTryAt: null });
});

test('promise 6: a rate limit that names no time, or none to speak of, is waited out longer each time', () => {
  const clock = new FakeClock();
  const account = new Account({ clock, random: () => 0.5, onChange: () => {} });
  account.setSignedIn(true);
  const waits = [0, 0, 0, 5_000].map((retryAfterMs) => {
    account.failed({
      operation: 'matters.list',
      kind: 'rate-limited',
      status: 429,
      problem: null,
      retryAfterMs,
    });
    const until = account.nextTryAt ?? 0;
    const wait = until - clock.now();
    clock.set(until);
    return wait;
  });
  expect(waits).toEqual([500, 1_000, 2_000, 5_000]);
});

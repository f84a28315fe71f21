import { expect, test } from 'vitest';
import { certainlyNotSent } from '../../../../main/engine/features/upload/failed-try.ts';
import { type ServiceError, scopeOf } from '../../../../main/engine/service/errors.ts';
import { tellingOwnFault } from '../../../../main/engine/service/own-fault.ts';
import type { Answer, Transport } from '../../../../main/engine/service/transport.ts';
import { err, ok } from '../../../../shared/base/result.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const operation = 'history.read';
const unauthorized = { operation, kind: 'unauthorized', status: 401, problem: null } as const;
const elsewhere = { operation, kind: 'captive-portal', status: 302 } as const;
const page = { operation, kind: 'captive-portal', status: 200 } as const;
const reset = { operation, kind: 'offline', code: 'ECONNRESET', why: 'interrupted' } as const;

function setUp() {
  const clock = new FakeClock();
  const answers = new Map<string, ServiceError>();
  const baseUrl = new URL('http://127.0.0.1:1/');
  const answer = { status: 200, json: undefined, text: '', leftAt: 0, date: null } satisfies Answer;
  const transport = tellingOwnFault(
    {
      baseUrl,
      region: undefined,
      async send({ url }) {
        const error = answers.get(url.pathname.slice(1));
        return error ? err(error) : ok(answer);
      },
    } satisfies Transport,
    clock,
  );
  const ask = async (what: string) => {
    const result = await transport.send({ operation, url: new URL(what, baseUrl) });
    return result.ok ? null : result.error;
  };
  return { ask, answers, clock };
}

test('trouble of one thing is the account’s until something else was answered between two of its failures', async () => {
  const { ask, answers } = setUp();
  answers.set('a', unauthorized).set('b', unauthorized);
  await ask('c');
  for (const what of ['a', 'b', 'a', 'b']) expect(await ask(what)).toBe(unauthorized);
  await ask('c');
  expect(scopeOf((await ask('a')) as ServiceError)).toBe('call');
  // Once it is its own it stays so, until it is answered.
  expect(scopeOf((await ask('a')) as ServiceError)).toBe('call');
  answers.delete('a');
  await ask('a');
  answers.set('a', unauthorized);
  expect(await ask('a')).toBe(unauthorized);
});

test.each([
  [unauthorized, 'server', 'forbidden'],
  [elsewhere, 'server', 'unexpected-status'],
  [page, 'malformed', 'malformed'],
  [reset, 'stalled', 'stalled'],
] as const)('it may pass at first, and is a refusal once it lasts: %o', async (error, first, later) => {
  const { ask, answers, clock } = setUp();
  answers.set('a', error);
  await ask('a');
  for (let times = 0; times < 5; times += 1) {
    await ask('b');
    const own = (await ask('a')) as ServiceError;
    expect(own.kind).toBe(times < 4 ? first : later);
    // What is certain of a write is no more certain by that, and no less.
    expect(certainlyNotSent(own)).toBe(certainlyNotSent(error));
    await clock.advance(15 * 60_000);
  }
});

test('what is never one thing’s alone stays as it came', async () => {
  const { ask, answers } = setUp();
  for (const error of [
    { operation, kind: 'signed-out' },
    { operation, kind: 'offline', code: 'ENOTFOUND', why: 'no-such-host' },
    { operation, kind: 'rate-limited', status: 429, problem: null, retryAfterMs: null },
  ] as const) {
    answers.set('a', error);
    for (let times = 0; times < 3; times += 1) {
      expect(await ask('a')).toBe(error);
      await ask('b');
    }
  }
});

import { expect, describe as group, it } from 'vitest';
import { z } from 'zod';
import { createRequestBudget } from '../../../../main/engine/service/budget/request-budget.ts';
import { describe } from '../../../../main/engine/service/describe-error.ts';
import type { ServiceError } from '../../../../main/engine/service/errors.ts';
import { systemClock } from '../../../../shared/base/clock.ts';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import { type MatterId, matterIdSchema } from '../../../../shared/model/index.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { apiKey, firstToken, sendJson, testClient, tinyService } from './tiny-service.ts';

const matterId = matterIdSchema.parse('4c1f5b1e-8f0a-4c55-a53f-1d8c9d1b0c11');
const matter = { id: matterId, title: 'Smith v Jones', status: 'Open' };

/** Ids the schema would not let pass: the client must hold on its own. */
const anyId = (id: string) => z.custom<MatterId>().parse(id);

function errorOf<Value>(result: Result<Value, ServiceError>): ServiceError {
  if (result.ok) throw new Error('an error was expected');
  return result.error;
}

group('every call to the service', () => {
  it('carries the api key and the access token', async () => {
    await using service = await tinyService((_request, response) => sendJson(response, matter));
    expect((await service.client().matters.read(matterId)).ok).toBe(true);
    expect(service.seen[0]?.headers).toMatchObject({
      'x-api-key': apiKey,
      authorization: `Bearer ${firstToken}`,
    });
    expect(service.seen[0]?.url).toBe(`/practice/matters/${matterId}`);
  });

  it('asks once for another token when the service refuses one, and repeats the request once', async () => {
    await using service = await tinyService((request, response) =>
      request.headers.authorization === 'Bearer second-access-token'
        ? sendJson(response, matter)
        : sendJson(response, { title: 'expired' }, 401),
    );
    const asked: (string | null)[] = [];
    const accessToken = (rejected: string | null) => {
      asked.push(rejected);
      return Promise.resolve(ok(rejected === null ? firstToken : 'second-access-token'));
    };
    expect((await service.client({ accessToken }).matters.read(matterId)).ok).toBe(true);
    expect(asked).toEqual([null, firstToken]);
    expect(service.seen).toHaveLength(2);
  });

  it('is unauthorized when a fresh token is refused too', async () => {
    await using service = await tinyService((_request, response) => sendJson(response, {}, 401));
    let tokens = 0;
    const accessToken = () => Promise.resolve(ok(`access-token-${(tokens += 1)}`));
    const error = errorOf(await service.client({ accessToken }).matters.read(matterId));
    expect(error).toMatchObject({ kind: 'unauthorized', status: 401, operation: 'matters.read' });
    expect(service.seen).toHaveLength(2);
  });

  it('is not sent while signed out, or while the sign-in cannot be asked', async () => {
    await using service = await tinyService((_request, response) => sendJson(response, matter));
    const signedOut = service.client({ accessToken: () => Promise.resolve(err({ kind: 'signed-out' })) });
    expect(errorOf(await signedOut.matters.read(matterId)).kind).toBe('signed-out');
    const offline = service.client({
      accessToken: () => Promise.resolve(err({ kind: 'unreachable', why: 'no network' })),
    });
    expect(errorOf(await offline.matters.read(matterId)).kind).toBe('sign-in-unreachable');
    const gone = service.client({ accessToken: () => Promise.reject(new Error('the pipe is closed')) });
    expect(errorOf(await gone.matters.read(matterId)).kind).toBe('sign-in-unreachable');
    expect(service.seen).toHaveLength(0);
  });

  it('can be cancelled before, while waiting for the budget, and during the answer', async () => {
    await using service = await tinyService((_request, response) => response.writeHead(200).write('{'));
    const client = service.client();
    expect(errorOf(await client.matters.read(matterId, { signal: AbortSignal.abort() })).kind).toBe(
      'aborted',
    );
    const during = new AbortController();
    const running = client.matters.read(matterId, { signal: during.signal });
    await expect.poll(() => service.seen.length).toBe(1);
    during.abort();
    expect(errorOf(await running).kind).toBe('aborted');

    const budget = createRequestBudget({ clock: systemClock, random: () => 0 });
    budget.pauseUntil(systemClock.now() + 60_000);
    const waiting = new AbortController();
    const queued = service.client({ budget }).matters.read(matterId, { signal: waiting.signal });
    waiting.abort();
    expect(errorOf(await queued).kind).toBe('aborted');
    expect(service.seen).toHaveLength(1);
  });

  it('never follows a redirect', async () => {
    await using elsewhere = await tinyService((_request, response) => sendJson(response, matter));
    await using service = await tinyService((_request, response) =>
      response.writeHead(302, { location: elsewhere.baseUrl }).end(),
    );
    expect(errorOf(await service.client().matters.read(matterId))).toMatchObject({ kind: 'captive-portal' });
    expect(elsewhere.seen).toHaveLength(0);
  });

  it.each(['', '.', '..', '\uD800'])('refuses %j as an id, which would change the path', async (id) => {
    await using service = await tinyService((_request, response) => sendJson(response, matter));
    const error = errorOf(await service.client().matters.read(anyId(id)));
    expect(error).toMatchObject({ kind: 'invalid-request', field: 'matterId' });
    expect(service.seen).toHaveLength(0);
  });

  it('sends every other id as one path segment', async () => {
    await using service = await tinyService((_request, response) => sendJson(response, matter));
    await service.client().matters.read(anyId('a/../b?c#d %2F'));
    expect(service.seen[0]?.url).toBe('/practice/matters/a%2F..%2Fb%3Fc%23d%20%252F');
  });
});

group('an answer that is no success is an error of its own kind', () => {
  it.each([
    [400, 'rejected'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [409, 'conflict'],
    [413, 'too-large'],
    [418, 'unexpected-status'],
    [422, 'rejected'],
    [429, 'rate-limited'],
    [500, 'server'],
    [503, 'server'],
    [511, 'captive-portal'],
  ])('%i is %s', async (status, kind) => {
    await using service = await tinyService((_request, response) =>
      sendJson(response, { title: 'No', status, more: 1 }, status),
    );
    const error = errorOf(await service.client().matters.read(matterId));
    const problem = status === 511 ? {} : { problem: { title: 'No', status, extra: { more: 1 } } };
    expect(error).toMatchObject({ kind, status, ...problem });
    const words = describe(error);
    expect(words.why).not.toBe('');
    expect(words.next).not.toBe('');
  });

  it('a page for people is a captive portal', async () => {
    await using service = await tinyService((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome to our hotel</html>'),
    );
    expect(errorOf(await service.client().matters.read(matterId)).kind).toBe('captive-portal');
  });

  it.each([
    ['text', 'hello'],
    ['an unfinished object', '{"id": "a'],
    ['nothing', ''],
    ['a number', '7'],
    ['no id', '{"title": "x"}'],
  ])('%s where a matter was expected is malformed, without quoting it', async (_name, body) => {
    await using service = await tinyService((_request, response) => sendJson(response, body));
    const error = errorOf(await service.client().matters.read(matterId));
    expect(error).toMatchObject({ kind: 'malformed', status: 200 });
    expect(JSON.stringify(error)).not.toContain('hello');
  });

  it('a truncated answer is offline, interrupted, after two repeats', async () => {
    await using service = await tinyService((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
      setImmediate(() => response.destroy());
    });
    expect(errorOf(await service.client().matters.read(matterId))).toMatchObject({
      kind: 'offline',
      why: 'interrupted',
    });
    expect(service.seen).toHaveLength(3);
  });

  it('a closed port is offline, refused', async () => {
    const client = testClient({ baseUrl: 'http://127.0.0.1:1' });
    expect(errorOf(await client.matters.read(matterId))).toMatchObject({ kind: 'offline', why: 'refused' });
  });

  it('silence is a timeout', async () => {
    await using service = await tinyService(() => {});
    const client = service.client({ http: { timeouts: { response: 30 } } });
    expect(errorOf(await client.matters.read(matterId)).kind).toBe('timeout');
  });

  it('an endless answer is cut off', async () => {
    await using service = await tinyService((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(1 << 20, ' ');
      const more = () => {
        while (response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    expect(errorOf(await service.client().matters.read(matterId)).kind).toBe('malformed');
  });

  it('an answer that is not HTTP is malformed', async () => {
    await using service = await tinyService((_request, response) => {
      response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n');
    });
    expect(errorOf(await service.client().matters.read(matterId)).kind).toBe('malformed');
  });
});

group('a service that asks to slow down', () => {
  it('is obeyed by everyone; a read sits out a short pause, and tells of a long one', async () => {
    await using service = await tinyService((_request, response) => {
      const first = service.seen.length === 1;
      response.writeHead(first ? 429 : 200, { 'retry-after': '1', 'content-type': 'application/json' });
      response.end(JSON.stringify(first ? {} : matter));
    });
    const clock = new FakeClock();
    const client = service.client({ clock, budget: createRequestBudget({ clock, random: () => 0.5 }) });
    const reading = client.matters.read(matterId);
    await expect.poll(() => clock.advance(500).then(() => service.seen.length)).toBe(2);
    expect((await reading).ok).toBe(true);

    await using slow = await tinyService((_request, response) =>
      response.writeHead(429, { 'retry-after': '600' }).end(),
    );
    const budget = createRequestBudget({ clock, random: () => 0.5 });
    const error = errorOf(await slow.client({ clock, budget }).matters.read(matterId));
    expect(error).toMatchObject({ kind: 'rate-limited', retryAfterMs: 600_000 });
    expect(budget.pausedUntil()).toBe(clock.now() + 600_000);
    expect(slow.seen).toHaveLength(1);
  });

  it('with 503 and a time, too', async () => {
    await using service = await tinyService((_request, response) =>
      response.writeHead(503, { 'retry-after': '60' }).end(),
    );
    const clock = new FakeClock();
    const budget = createRequestBudget({ clock, random: () => 0.5 });
    const error = errorOf(await service.client({ clock, budget }).matters.read(matterId));
    expect(error).toMatchObject({ kind: 'server', retryAfterMs: 60_000 });
    expect(budget.pausedUntil()).toBe(clock.now() + 60_000);
  });
});

group('what goes wrong is never told with secrets in it', () => {
  it('even when the service quotes them', async () => {
    await using service = await tinyService((request, response) =>
      sendJson(
        response,
        { title: `bad token ${request.headers.authorization}`, detail: apiKey, extra: apiKey },
        400,
      ),
    );
    const error = errorOf(await service.client().matters.read(matterId));
    const told = JSON.stringify([error, describe(error)]);
    expect(told).not.toContain(firstToken);
    expect(told).not.toContain(apiKey);
    expect(told).toContain('[removed]');
  });
});

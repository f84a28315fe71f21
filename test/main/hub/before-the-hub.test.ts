import { expect, test } from 'vitest';
import { createRequestBudget } from '../../../main/engine/service/budget/request-budget.ts';
import { describe } from '../../../main/engine/service/describe-error.ts';
import type { Incoming } from '../../../main/engine/service/exchange.ts';
import { createTransport } from '../../../main/engine/service/transport.ts';
import { problem } from '../../../main/hub/problem.ts';
import { noAnswer } from '../../../main/hub/service-behind.ts';
import { ok } from '../../../shared/base/result.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const answered = (status: number, body: string, headers: Incoming['headers'] = {}) =>
  Promise.resolve(ok({ status, body, headers }));
/** As a hub answers. */
const byHub = (told: ReturnType<typeof problem>) =>
  answered(told.status, String(told.body), { ...told.headers, 'matterline-hub': '1' });

/** A desktop whose hub, or what stands before it, answers so; where its requests went. */
function desktop(atHub: () => ReturnType<typeof answered>, mayGoPast = false) {
  const clock = new FakeClock();
  const random = () => 0.5;
  const went: string[] = [];
  const usual = { perSecond: 1_000, burst: 1_000 };
  const transport = createTransport({
    ...{ baseUrl: 'https://service.example', hub: 'https://hub.example', apiKey: 'key', clock, random },
    pastHub: mayGoPast ? { share: usual, usual, onPast() {} } : null,
    accessToken: () => Promise.resolve(ok('token')),
    budget: createRequestBudget({ clock, random, limit: usual }),
    http: {
      exchange({ url, method }) {
        went.push(`${method} ${url.host}`);
        return url.host === 'hub.example' ? atHub() : answered(200, '{}');
      },
    },
  });
  const send = async (operation: 'staff.list' | 'documents.putFile') => {
    const sent = transport.send({
      ...{ operation, url: new URL('https://service.example/staff') },
      ...(operation === 'staff.list' ? {} : { body: {} }),
    });
    await clock.advance(60_000);
    const result = await sent;
    return result.ok ? null : result.error;
  };
  return { send, went };
}

const page = '<html><body>502 Bad Gateway</body></html>';

test.each([502, 503, 504])(
  'what stands before a hub that is away and says %i is not taken for the service',
  async (status) => {
    const { send } = desktop(() => answered(status, page));
    const error = await send('staff.list');
    expect(error).toMatchObject({ kind: 'offline', why: 'hub-unreachable' });
    expect(error && describe(error).why).toContain('hub');
  },
);

test('where an administrator allows it a read then goes past the hub, and a write that may have been passed on does not', async () => {
  const { send, went } = desktop(() => answered(502, page), true);
  expect(await send('documents.putFile')).toMatchObject({ kind: 'offline', why: 'hub-unreachable' });
  expect(went).toEqual(['PUT hub.example']);
  const { send: read, went: reads } = desktop(() => answered(502, page), true);
  expect(await read('staff.list')).toBeNull();
  expect(reads).toEqual(['GET hub.example', 'GET service.example']);
});

test('a fault of the service that the hub passes on stays the service’s', async () => {
  const { send } = desktop(() => answered(503, page, { 'matterline-hub': '1' }));
  expect(await send('staff.list')).toMatchObject({ kind: 'server', status: 503 });
  const { send: busy } = desktop(() => byHub(problem('limit-used-up', 'No room.')));
  expect(await busy('staff.list')).toMatchObject({ kind: 'server', status: 503 });
});

test('an answer that breaks off between service and hub is what it is without a hub: it may be of one thing alone', async () => {
  const brokenOff = noAnswer({ kind: 'offline', code: 'ECONNRESET', why: 'interrupted' });
  const { send, went } = desktop(() => byHub(brokenOff));
  expect(await send('staff.list')).toMatchObject({ kind: 'offline', why: 'interrupted' });
  // A read is repeated, as without a hub.
  expect(went).toHaveLength(3);
  const { send: away } = desktop(() =>
    byHub(noAnswer({ kind: 'offline', code: 'ECONNREFUSED', why: 'refused' })),
  );
  expect(await away('staff.list')).toMatchObject({ kind: 'offline', why: 'hub-without-service' });
});

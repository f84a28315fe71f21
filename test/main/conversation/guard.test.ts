import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { os } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { guardedPort, isRequestMessage } from '../../../main/conversation/guard.ts';
import type { Port } from '../../../shared/contract/link.ts';

const unhandled: unknown[] = [];
const remember = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => void process.on('unhandledRejection', remember));
afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', remember);
  expect(unhandled.splice(0)).toEqual([]);
});

/** A served port into which anything can be thrown. */
function served() {
  let receive: (event?: { data: unknown }) => void = () => {};
  const sent: unknown[] = [];
  let dropped = 0;
  const raw: Port = {
    on(event, listener) {
      if (event === 'message') receive = listener;
    },
    postMessage: (data) => void sent.push(data),
  };
  new RPCHandler({ ping: os.handler(() => 'pong') }).upgrade(guardedPort(raw, () => (dropped += 1)));
  return { throwIn: (data: unknown) => receive({ data }), sent, dropped: () => dropped };
}

test.each([
  '{',
  'null',
  '5',
  '[]',
  '{"i":5,"p":{"u":"/ping"}}',
  '{"i":"","p":{"u":"/ping"}}',
  '{"i":"1"}',
  '{"i":"1","p":null}',
  '{"i":"1","p":{"u":"http://elsewhere/ping"}}',
  '{"i":"1","p":{"u":"//elsewhere/ping"}}',
  '{"i":"1","p":{"u":"/ping","h":{"content-type":"multipart/form-data"}}}',
  '{"i":"1","p":{"u":"/ping","h":{"content-disposition":"attachment"}}}',
  '{"i":"1","p":{"u":"/ping","h":{"content-type":"text/event-stream"}}}',
  '{"i":"1","t":3,"p":{"e":"message"}}',
  '{"i":"1","t":9,"p":{"u":"/ping"}}',
  new Uint8Array([123, 255, 1]),
  { i: '1', p: { u: '/ping' } },
  null,
  undefined,
  7,
])('%s is dropped', (data) => {
  const port = served();
  port.throwIn(data);
  expect(port.dropped()).toBe(1);
  expect(port.sent).toEqual([]);
});

test('a message larger than any of the contract is dropped', () => {
  expect(isRequestMessage(`{"i":"1","p":{"u":"/ping","b":"${'x'.repeat(17 * 1024 * 1024)}"}}`)).toBe(false);
});

test('anything at all can be thrown at the port, and it still answers', async () => {
  const port = served();
  const message = fc.record(
    {
      i: fc.oneof(fc.string(), fc.integer(), fc.constant('1')),
      t: fc.constantFrom(undefined, 1, 2, 3, 4, '1', null),
      p: fc.oneof(
        fc.anything(),
        fc.record({ u: fc.oneof(fc.constant('/ping'), fc.string()), b: fc.anything(), h: fc.anything() }),
      ),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.anything(),
        fc.json(),
        message.map((value) => JSON.stringify(value)),
      ),
      async (data) => {
        port.throwIn(data);
        await new Promise((resolve) => setImmediate(resolve));
      },
    ),
    { numRuns: 1_000 },
  );
  port.throwIn('{"i":"last","p":{"u":"/ping"}}');
  await expect
    .poll(() => port.sent.map(String).some((text) => text.includes('last') && text.includes('pong')))
    .toBe(true);
});

test('an honest client is not disturbed', async () => {
  const { port1, port2 } = new MessageChannel();
  new RPCHandler({ echo: os.handler(({ input }) => input) }).upgrade(
    guardedPort(
      {
        on: (event, listener) =>
          port1.addEventListener(event, (message) => listener(message as MessageEvent)),
        postMessage: (data) => port1.postMessage(data),
      },
      () => expect.unreachable(),
    ),
  );
  port1.start();
  const client: { echo: (input: unknown) => Promise<unknown> } = createORPCClient(
    new RPCLink({ port: port2 }),
  );
  port2.start();
  const input = { text: 'ä\u0000"}', when: new Date(0), none: undefined, big: 2n ** 70n };
  expect(await client.echo(input)).toEqual(input);
  port1.close();
});

test('a cancellation passes', () => {
  expect(isRequestMessage('{"i":"1","t":4}')).toBe(true);
});

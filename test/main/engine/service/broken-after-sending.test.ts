import { once } from 'node:events';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { certainlyNotSent } from '../../../../main/engine/features/upload/failed-try.ts';
import { putContent } from '../../../../main/engine/service/put-content.ts';
import { systemClock } from '../../../../shared/base/clock.ts';
import { authority, firmService } from '../../../support/office-network.ts';

const size = 100_000;

/** What stands between and hands everything on, until it spoils what comes back. */
async function between(port: number, spoiled: (chunk: Buffer) => Buffer) {
  const server = net.createServer((client) => {
    const behind = net.connect(port, '127.0.0.1');
    client.pipe(behind);
    behind.on('data', (chunk) => client.write(spoiled(chunk)));
    behind.on('end', () => client.end());
    for (const socket of [client, behind]) socket.on('error', () => {});
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, [Symbol.dispose]: () => void server.close() };
}

const sendTo = (port: number, ca: string | string[] = authority) =>
  putContent(
    {
      clock: systemClock,
      http: { agent: { https: new https.Agent({ ca }) } },
    },
    { uploadUrl: `https://127.0.0.1:${port}/x`, expiresAt: null },
    { size, open: () => Buffer.alloc(size, 7) },
  );

test.each([
  [
    'is damaged on its way',
    (chunk: Buffer) => Buffer.from(chunk.map((byte, at) => (at === 10 ? byte ^ 1 : byte))),
  ],
  ['is another one, without TLS', () => Buffer.from('HTTP/1.1 502 Bad Gateway\r\n\r\n')],
])('whether a content arrived is not known when the answer to it %s', async (_, spoiled) => {
  let taken = 0;
  await using service = await firmService(({ body }, response) => {
    taken += body.length;
    response.end('taken');
  });
  using way = await between(service.port, (chunk) => (taken === size ? spoiled(chunk) : chunk));
  const sent = await sendTo(way.port);
  expect(taken).toBe(size);
  expect(sent).toMatchObject({ ok: false, error: { kind: 'offline', why: 'interrupted' } });
  expect(!sent.ok && certainlyNotSent(sent.error)).toBe(false);
});

test('nothing was sent to a server that is not trusted', async () => {
  let taken = 0;
  await using service = await firmService(({ body }, response) => {
    taken += body.length;
    response.end('taken');
  });
  const sent = await sendTo(service.port, []);
  expect(sent).toMatchObject({ ok: false, error: { kind: 'offline', why: 'not-trusted' } });
  expect(!sent.ok && certainlyNotSent(sent.error)).toBe(true);
  expect(taken).toBe(0);
});

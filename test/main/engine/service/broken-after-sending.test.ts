import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
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

/** A proxy that opens a way through, and spoils what comes back. */
async function proxy(port: number, spoiled: (chunk: Buffer) => Buffer) {
  const server = http.createServer();
  server.on('connect', (_request, client: net.Socket) => {
    const behind = net.connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(behind);
      behind.on('data', (chunk) => client.write(spoiled(chunk)));
      behind.on('end', () => client.end());
    });
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

const spoils: [string, (chunk: Buffer) => Buffer][] = [
  ['is damaged on its way', (chunk) => Buffer.from(chunk.map((byte, at) => (at === 10 ? byte ^ 1 : byte)))],
  ['is another one, without TLS', () => Buffer.from('HTTP/1.1 502 Bad Gateway\r\n\r\n')],
];

test.each(spoils)('whether a content arrived is not known when the answer to it %s', async (_, spoiled) => {
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

test.each(spoils.flatMap(([what, spoiled]) => [1, 2].map((contents) => [what, contents, spoiled] as const)))(
  'nor is it behind a proxy, when the answer %s, for the content number %i on a connection',
  async (_, contents, spoiled) => {
    let taken = 0;
    await using service = await firmService(({ body }, response) => {
      taken += body.length;
      response.end('taken');
    });
    using way = await proxy(service.port, (chunk) => (taken === contents * size ? spoiled(chunk) : chunk));
    const agent = new https.Agent({
      keepAlive: true,
      ca: authority,
      proxyEnv: { HTTPS_PROXY: `http://127.0.0.1:${way.port}` },
    });
    const send = () =>
      putContent(
        { clock: systemClock, http: { agent: { https: agent } } },
        { uploadUrl: `https://storage.firm.test:${service.port}/x`, expiresAt: null },
        { size, open: () => Buffer.alloc(size, 7) },
      );
    for (let before = 1; before < contents; before += 1) expect((await send()).ok).toBe(true);
    const sent = await send();
    agent.destroy();
    expect(taken).toBe(contents * size);
    expect(sent).toMatchObject({ ok: false, error: { kind: 'offline', why: 'interrupted' } });
    expect(!sent.ok && certainlyNotSent(sent.error)).toBe(false);
  },
);

test.each([
  ['in one piece', (bytes: number) => Buffer.alloc(bytes, 7)],
  [
    'as a stream',
    (bytes: number) => Readable.from(Array.from({ length: bytes / 100_000 }, () => Buffer.alloc(100_000, 7))),
  ],
])('a success that comes before all of a content was given, %s, is none', async (_, open) => {
  // Something in between takes the beginning, says that all is well, and reads no more.
  const server = net.createServer((client) => {
    client.once('data', () => {
      client.pause();
      client.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    });
    client.on('error', () => {});
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const bytes = 100_000_000;
  const progress: number[] = [];
  const sent = await putContent(
    { clock: systemClock, http: { uploadStall: 300 } },
    { uploadUrl: `http://127.0.0.1:${port}/x`, expiresAt: null },
    { size: bytes, open: () => open(bytes) },
    { onProgress: (sentBytes) => progress.push(sentBytes) },
  );
  server.close();
  // A connection that is not kept ends with the answer.
  expect(['stalled', 'offline']).toContain(sent.ok ? 'ok' : sent.error.kind);
  expect(!sent.ok && certainlyNotSent(sent.error)).toBe(false);
  expect(progress).not.toContain(bytes);
});

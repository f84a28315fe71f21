import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { operations } from '../../../main/engine/service/operations.ts';
import { start } from '../../service-tests/harness.ts';
import { startHub } from '../../support/hub.ts';
import { tinyService } from '../engine/service/tiny-service.ts';

/** As it is written: `fetch` would clear the path up first. */
function ask(
  address: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a desktop behind the hub', () => {
  test('is answered what the service answers, without a key of its own', async () => {
    const { service, token, call } = await start({ seed: 'firm' });
    const hub = await startHub(service);
    const [matterId = ''] = service.matterIds();
    for (const path of ['/matters?limit=3', '/staff', `/matters/${matterId}`, '/mattertypes']) {
      const direct = await call('GET', path);
      const through = await ask(hub.address, path, { headers: bearer(token) });
      expect(through.status).toBe(direct.status);
      expect(JSON.parse(through.text)).toEqual(direct.body);
    }
    const body = JSON.stringify({ fileName: 'Brief.docx', folderId: null });
    const announced = await ask(hub.address, `/matters/${matterId}/documents/files/${crypto.randomUUID()}`, {
      method: 'PUT',
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body,
    });
    // The content goes to where the service says, and not through the hub.
    expect(new URL(JSON.parse(announced.text).uploadUrl).origin).toBe(new URL(service.storageUrl).origin);
  });

  test('asks in its own name: a token that the service does not take is refused by the service', async () => {
    const { service } = await start();
    const hub = await startHub(service);
    const refused = await ask(hub.address, '/staff', { headers: bearer('somebody-elses') });
    expect(refused).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    });
  });

  test('is told when the service cannot be reached', async () => {
    const hub = await startHub({ baseUrl: 'http://127.0.0.1:9', apiKey: 'key' });
    const answer = await ask(hub.address, '/staff', { headers: bearer('token') });
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.text)).toMatchObject({ type: 'urn:matterline:hub:service-unreachable' });
  });
});

describe('the hub is no open proxy', () => {
  test('only the operations of the service reach the service, and only the one service', async () => {
    await using service = await tinyService((_seen, response) => response.end('{}'));
    const hub = await startHub({ baseUrl: service.baseUrl, apiKey: 'the-firms-key' });
    const { port } = new URL(service.baseUrl);
    for (const path of [
      '/matters/../../admin',
      '/matters/%2e%2e/admin',
      '/matters/x%2f..%2fadmin',
      `http://127.0.0.1:${port}/practice/admin`,
      `//127.0.0.1:${port}/practice/matters`,
      '/admin',
      '/matters?limit=1&limit=2',
      '/matters/%',
      '/contacts/1',
    ]) {
      const { status } = await ask(hub.address, path, { headers: bearer('token') });
      expect([400, 404]).toContain(status);
    }
    for (const method of ['DELETE', 'HEAD', 'OPTIONS', 'TRACE'])
      expect((await ask(hub.address, '/matters', { method, headers: bearer('token') })).status).toBe(404);
    expect(service.seen).toEqual([]);
  });

  test('each operation reaches the service as itself, with the desktop’s token and the firm’s key, and no other header', async () => {
    await using service = await tinyService((_seen, response) => response.end('{}'));
    const hub = await startHub({ baseUrl: service.baseUrl, apiKey: 'the-firms-key' });
    const table = operations.filter(({ path }) => path.startsWith('/'));
    for (const { method, path } of table) {
      const answer = await ask(hub.address, path.replaceAll(/\{\w+\}/g, 'some-id'), {
        method,
        headers: {
          ...bearer('own-token'),
          'x-api-key': 'another-key',
          cookie: 'a=b',
          'x-forwarded-for': '10.0.0.1',
          ...(method === 'GET' ? {} : { 'content-type': 'application/json-patch+json' }),
        },
        ...(method === 'GET' ? {} : { body: '{"a":1}' }),
      });
      expect(answer.status).toBe(200);
    }
    expect(service.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(
      table.map(({ method, path }) => `${method} /practice${path.replaceAll(/\{\w+\}/g, 'some-id')}`),
    );
    for (const { headers, method, body } of service.seen) {
      expect(headers).toMatchObject({ authorization: 'Bearer own-token', 'x-api-key': 'the-firms-key' });
      expect(headers).not.toHaveProperty('cookie');
      expect(headers).not.toHaveProperty('x-forwarded-for');
      expect(body.toString()).toBe(method === 'GET' ? '' : '{"a":1}');
    }
  });

  test('without a token nothing is asked', async () => {
    await using service = await tinyService((_seen, response) => response.end('{}'));
    const hub = await startHub(Object.assign(service, { apiKey: 'key' }));
    expect((await ask(hub.address, '/staff')).status).toBe(401);
    expect((await ask(hub.address, '/staff', { headers: { authorization: 'Basic YTpi' } })).status).toBe(401);
    expect(service.seen).toEqual([]);
  });

  test('documents do not go through it: what is no JSON, or larger than a record, is refused', async () => {
    await using service = await tinyService((_seen, response) => response.end('{}'));
    const hub = await startHub(Object.assign(service, { apiKey: 'key' }));
    const put = (type: string, body: string) =>
      ask(hub.address, '/matters/m/documents/files/f', {
        method: 'PUT',
        headers: { ...bearer('token'), 'content-type': type },
        body,
      });
    expect((await put('application/octet-stream', 'bytes')).status).toBe(415);
    expect([400, 415]).toContain((await put('', 'bytes')).status);
    expect((await put('application/json', JSON.stringify('a'.repeat(1_100_000)))).status).toBe(413);
    expect(service.seen).toEqual([]);
  });

  test('an answer that quotes the firm’s key comes without it', async () => {
    await using service = await tinyService(({ headers }, response) => {
      response.statusCode = 400;
      response.end(JSON.stringify({ detail: `bad key ${String(headers['x-api-key'])}` }));
    });
    const hub = await startHub({ baseUrl: service.baseUrl, apiKey: 'the-firms-key' });
    const answer = await ask(hub.address, '/staff', { headers: bearer('token') });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('the-firms-key');
  });

  test('two requests in one, as smugglers write them, are refused', async () => {
    await using service = await tinyService((_seen, response) => response.end('{}'));
    const hub = await startHub(Object.assign(service, { apiKey: 'key' }));
    const { port } = new URL(hub.address);
    const said = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
      socket.on('error', () => resolve(text));
      socket.write(
        'PUT /matters/m/documents/files/f HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer t\r\nContent-Type: application/json\r\n' +
          'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /staff HTTP/1.1\r\nHost: a\r\n\r\n',
      );
    });
    expect(said).toMatch(/^HTTP\/1\.1 400/);
    expect(service.seen).toEqual([]);
  });
});

test('neither tokens nor keys, ids or names are written down', async () => {
  const { service, token } = await start({ seed: 'firm' });
  const hub = await startHub(service);
  const [matterId = ''] = service.matterIds();
  await ask(hub.address, `/matters/${matterId}`, { headers: bearer(token) });
  await ask(hub.address, `/matters/${matterId}/documents/folders/${token}/history`, {
    headers: bearer(token),
  });
  await ask(hub.address, `/nowhere/${matterId}`, { headers: bearer(token) });
  const figures = await ask(hub.address, '/hub/metrics');
  const written = hub.log.join('\n') + figures.text;
  expect(written).toContain('history.read');
  for (const secret of [token, service.apiKey, matterId]) expect(written).not.toContain(secret);
});

describe('whoever runs the hub', () => {
  test('sees what it answers, what waits and what the service says', async () => {
    const { service, token } = await start({ seed: 'firm' });
    const hub = await startHub(service);
    for (const path of ['/staff', '/staff', '/nowhere'])
      await ask(hub.address, path, { headers: bearer(token) });
    const { text, headers } = await ask(hub.address, '/hub/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(text).toContain(
      'matterline_hub_answers_total{operation="staff.list",status="200",source="service"} 2',
    );
    expect(text).toContain('matterline_hub_answers_total{operation="none",status="404",source="hub"} 1');
    expect(text).toContain('matterline_hub_service_answers_total{status="200"} 2');
    expect(text).toContain('matterline_hub_answer_seconds_count{class="view"} 2');
    expect(text).toContain('matterline_hub_waiting{class="announce"} 0');
    expect(text).toContain('matterline_hub_paused_seconds 0');
    expect(text).toMatch(/matterline_hub_kept_bytes [1-9]\d+/);
  });

  test('hears whether the service answers, and that the hub itself does', async () => {
    const { service, token } = await start();
    const hub = await startHub(service);
    const health = async () => JSON.parse((await ask(hub.address, '/hub/health')).text) as unknown;
    expect(await health()).toEqual({ hub: 'ok', service: 'not asked yet', pausedSeconds: 0 });
    await ask(hub.address, '/staff', { headers: bearer(token) });
    expect(await health()).toMatchObject({ service: 'reached' });
    await service.stop();
    await ask(hub.address, '/staff', { headers: bearer(token) });
    expect(await health()).toMatchObject({ service: 'offline' });
    expect(hub.log).toContain('{"event":"service","is":"offline"}');
  });

  test('ends it without breaking off what is under way', async () => {
    const { service, token } = await start();
    const hub = await startHub(service);
    service.faults.add({ route: 'staff.list', kind: 'latency', ms: 400 });
    const slow = ask(hub.address, '/staff', { headers: bearer(token) });
    await expect.poll(async () => (await ask(hub.address, '/hub/metrics')).text).toContain('matterline');
    const stopped = hub.stop();
    expect((await slow).status).toBe(200);
    await stopped;
    await expect(ask(hub.address, '/hub/health')).rejects.toThrow('ECONNREFUSED');
  });
});

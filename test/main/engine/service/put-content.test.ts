import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../support/fake-clock.ts';
import { testClient, tinyService } from './tiny-service.ts';

const client = testClient({ baseUrl: 'http://127.0.0.1:1' });
const secret = 'X-Amz-Signature=0123456789abcdef';

function bytes(size: number): { size: number; open: () => Readable } {
  return { size, open: () => Readable.from(size === 0 ? [] : [Buffer.alloc(size, 'x')]) };
}

/** `size` zero bytes made while they are read. */
function endless(size: number) {
  const chunk = Buffer.alloc(64 * 1024);
  function* chunks() {
    for (let left = size; left > 0; left -= chunk.length)
      yield chunk.subarray(0, Math.min(left, chunk.length));
  }
  return { size, open: () => Readable.from(chunks()) };
}

describe('sending a document’s content to its upload address', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'matterline-content-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([0, 1, 65_536, 5_000_000])('%i bytes arrive as they are', async (size) => {
    const path = join(folder, `${size}.bin`);
    const content = Buffer.alloc(size);
    for (let at = 0; at < size; at += 1) content[at] = (at * 31) % 251;
    await writeFile(path, content);
    await using storage = await tinyService((_request, response) => response.writeHead(200).end());
    const progress: number[] = [];
    const target = { uploadUrl: `${storage.baseUrl}/f?${secret}`, expiresAt: null };
    const result = await client.documents.putContent(
      target,
      { size, open: () => createReadStream(path) },
      { onProgress: (sent) => progress.push(sent) },
    );
    expect(result).toEqual({ ok: true, value: undefined });
    const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex');
    expect(hash(storage.seen[0]?.body ?? Buffer.alloc(0))).toBe(hash(content));
    expect(progress).toEqual(progress.toSorted((one, other) => one - other));
    expect(progress.at(-1)).toBe(size);
  });

  it('the other host gets an empty Content-Type, an exact length and nothing about us', async () => {
    await using storage = await tinyService((_request, response) => response.writeHead(200).end());
    await client.documents.putContent({ uploadUrl: storage.baseUrl, expiresAt: null }, bytes(10));
    const names = storage.seen[0]?.rawHeaders.filter((_header, index) => index % 2 === 0) ?? [];
    expect(names.map((name) => name.toLowerCase()).toSorted()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'host',
    ]);
    expect(storage.seen[0]?.headers).toMatchObject({ 'content-type': '', 'content-length': '10' });
  });

  it('memory stays flat while much is sent', async () => {
    let received = 0;
    await using storage = await tinyService(
      () => {},
      (request, response) => {
        request.on('data', (chunk: Buffer) => {
          received += chunk.length;
        });
        request.on('end', () => response.end());
      },
    );
    const before = process.memoryUsage().rss;
    let highest = 0;
    const size = 400 * 1024 * 1024;
    const result = await client.documents.putContent(
      { uploadUrl: storage.baseUrl, expiresAt: null },
      endless(size),
      { onProgress: () => (highest = Math.max(highest, process.memoryUsage().rss)) },
    );
    expect(result.ok).toBe(true);
    expect(received).toBe(size);
    expect(highest - before).toBeLessThan(120 * 1024 * 1024);
  });

  it('is not tried after the address ran out', async () => {
    const clock = new FakeClock();
    await using storage = await tinyService((_request, response) => response.end());
    const target = { uploadUrl: storage.baseUrl, expiresAt: clock.now() };
    const result = await testClient({ baseUrl: storage.baseUrl, clock }).documents.putContent(
      target,
      bytes(1),
    );
    expect(result).toMatchObject({ ok: false, error: { kind: 'upload-expired' } });
    expect(storage.seen).toHaveLength(0);
  });

  it.each([
    [403, '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>', 'upload-expired'],
    [400, '<Error><Code>ExpiredToken</Code></Error>', 'upload-expired'],
    [410, '', 'upload-expired'],
    [403, '<Error><Code>SignatureDoesNotMatch</Code></Error>', 'forbidden'],
    [404, '', 'not-found'],
    [413, '', 'too-large'],
    [503, 'slow down', 'server'],
    [302, '', 'unexpected-status'],
  ])('an answer %i %j is %s, told without the address', async (status, body, kind) => {
    await using storage = await tinyService((request, response) =>
      response.writeHead(status).end(`${body}${status === 302 ? '' : request.url}`),
    );
    const target = { uploadUrl: `${storage.baseUrl}/f?${secret}`, expiresAt: null };
    const result = await client.documents.putContent(target, bytes(10));
    expect(result).toMatchObject({ ok: false, error: { kind, status } });
    expect(JSON.stringify(result)).not.toContain('Signature=');
  });

  it('a refusal in the middle is understood, although the other side hangs up', async () => {
    await using storage = await tinyService(
      () => {},
      (request, response) => {
        response.writeHead(403, { connection: 'close' }).end('Request has expired');
        request.once('data', () => setTimeout(() => request.destroy(), 10));
      },
    );
    const result = await client.documents.putContent(
      { uploadUrl: storage.baseUrl, expiresAt: null },
      endless(50_000_000),
    );
    expect(result).toMatchObject({ ok: false, error: { kind: 'upload-expired', status: 403 } });
  });

  it('stops when nothing moves any more', async () => {
    await using storage = await tinyService(
      () => {},
      (request) => request.pause(),
    );
    const stalling = testClient({ baseUrl: storage.baseUrl, http: { uploadStall: 100 } });
    const result = await stalling.documents.putContent(
      { uploadUrl: storage.baseUrl, expiresAt: null },
      endless(200_000_000),
    );
    expect(result).toMatchObject({ ok: false, error: { kind: 'stalled' } });
  });

  it('can be cancelled, and closes the file then', async () => {
    const cancel = new AbortController();
    await using storage = await tinyService(
      () => {},
      (request) => void request.once('data', () => cancel.abort()),
    );
    const { size, open } = endless(50_000_000);
    const source = open();
    const target = { uploadUrl: storage.baseUrl, expiresAt: null };
    const result = await client.documents.putContent(
      target,
      { size, open: () => source },
      { signal: cancel.signal },
    );
    expect(result).toMatchObject({ ok: false, error: { kind: 'aborted' } });
    expect(source.destroyed).toBe(true);
  });

  it.each([
    ['shorter', 20, 10],
    ['longer', 10, 20],
  ])('content %s than announced is never taken for sent', async (_name, announced, actual) => {
    await using storage = await tinyService((_request, response) => response.end());
    const target = { uploadUrl: storage.baseUrl, expiresAt: null };
    const result = await client.documents.putContent(target, { ...bytes(actual), size: announced });
    expect(result).toMatchObject({ ok: false, error: { kind: 'content-unreadable', code: 'WRONG_LENGTH' } });
  });

  it('content that cannot be read is our trouble, not the network’s', async () => {
    await using storage = await tinyService((_request, response) => response.end());
    const target = { uploadUrl: storage.baseUrl, expiresAt: null };
    const open = () => createReadStream(join(folder, 'not-there'));
    const result = await client.documents.putContent(target, { size: 5, open });
    expect(result).toMatchObject({ ok: false, error: { kind: 'content-unreadable', code: 'ENOENT' } });
  });

  it('a storage out of reach is offline', async () => {
    const result = await client.documents.putContent(
      { uploadUrl: 'http://127.0.0.1:1/x', expiresAt: null },
      endless(5_000_000),
    );
    expect(result).toMatchObject({ ok: false, error: { kind: 'offline', why: 'refused' } });
  });
});

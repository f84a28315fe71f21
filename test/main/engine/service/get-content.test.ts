import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { DownloadInfo } from '../../../../main/engine/service/document-files.ts';
import type { ContentTarget } from '../../../../main/engine/service/get-content.ts';
import { systemClock } from '../../../../shared/base/clock.ts';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { type Seen, testClient, tinyService } from './tiny-service.ts';

const client = testClient({ baseUrl: 'http://127.0.0.1:1' });
const content = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 31) % 251));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const whole = { ok: true, value: { sha256: sha256(content), size: content.length } };
const etag = '"one"';

const at = (
  downloadUrl: string,
  more: Partial<DownloadInfo> = {},
): (() => Promise<Result<DownloadInfo, never>>) => {
  const info = { name: null, fileExtension: null, expiresAt: null, sizeBytes: content.length };
  return () => Promise.resolve(ok({ ...info, downloadUrl, ...more }));
};

/** Keeps what comes in memory, later than it came as a disk does. */
function kept(): ContentTarget & { bytes: () => Buffer; begunAgain: () => number } {
  let chunks: Buffer[] = [];
  let again = 0;
  return {
    async write(chunk) {
      await setImmediate();
      chunks.push(Buffer.from(chunk));
    },
    async beginAgain() {
      await setImmediate();
      chunks = [];
      again += 1;
    },
    bytes: () => Buffer.concat(chunks),
    begunAgain: () => again,
  };
}

const rangeOf = ({ headers }: Seen): number => Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);

/** Sends the rest of a content, and breaks off after so many bytes of it. */
function send(response: ServerResponse, bytes: Buffer, from: number, breakAfter?: number, tag = etag): void {
  const rest = bytes.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, {
    'content-length': rest.length,
    ...(tag ? { etag: tag } : {}),
    ...(from > 0 ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {}),
  });
  if (breakAfter === undefined) return void response.end(rest);
  response.write(rest.subarray(0, breakAfter), () => response.socket?.destroy());
}

const another = Buffer.from(content.map((byte) => byte ^ 0xff));
const { length } = content;
const part = (from: number, end = length - 1, total: number | string = length) => ({
  'content-range': `bytes ${from}-${end}/${total}`,
  etag,
});

/** Heads of parts that may be of another content than what is here. */
const badParts: [string, (from: number) => Record<string, string>][] = [
  ['of another version of it', (from) => ({ ...part(from), etag: '"two"' })],
  ['of a version it does not name', (from) => ({ 'content-range': part(from)['content-range'] })],
  ['of a version it is not sure of', (from) => ({ ...part(from), etag: `W/${etag}` })],
  ['of a longer content', (from) => part(from, length, length + 1)],
  ['of a content it does not say the length of', (from) => part(from, length - 1, '*')],
  ['that is not the rest', (from) => part(from, length - 2)],
  ['that is longer than it says', (from) => part(from, length)],
  ['in another form', (from) => ({ ...part(from), 'content-encoding': 'gzip' })],
  ['and does not say which', () => ({ etag })],
];

describe('fetching a document’s content from its temporary address', () => {
  it.each([0, 1, 65_536, 300_000])('%i bytes arrive as they are', async (size) => {
    const bytes = content.subarray(0, size);
    await using storage = await tinyService((_seen, response) => send(response, bytes, 0));
    const target = kept();
    const progress: number[] = [];
    const got = await client.beyondSpec.getContent(at(storage.baseUrl, { sizeBytes: size }), target, {
      onProgress: (done) => progress.push(done),
    });
    expect(got).toEqual({ ok: true, value: { sha256: sha256(bytes), size } });
    expect(sha256(target.bytes())).toBe(sha256(bytes));
    expect(progress).toEqual(progress.toSorted((one, other) => one - other));
    expect(progress.at(-1) ?? 0).toBe(size);
  });

  it('the other host gets nothing about us', async () => {
    await using storage = await tinyService((_seen, response) => send(response, content, 0));
    await client.beyondSpec.getContent(at(storage.baseUrl), kept());
    const names = storage.seen[0]?.rawHeaders.filter((_header, index) => index % 2 === 0) ?? [];
    expect(names.map((name) => name.toLowerCase()).toSorted()).toEqual(['connection', 'host']);
  });

  it('is cut off, and goes on where it was', async () => {
    await using storage = await tinyService((seen, response) =>
      send(response, content, rangeOf(seen), storage.seen.length < 4 ? 70_000 : undefined),
    );
    const target = kept();
    expect(await client.beyondSpec.getContent(at(storage.baseUrl), target)).toEqual(whole);
    expect(sha256(target.bytes())).toBe(sha256(content));
    expect(target.begunAgain()).toBe(0);
    expect(storage.seen.map(rangeOf)).toEqual([0, 70_000, 140_000, 210_000]);
    expect(storage.seen.slice(1).every(({ headers }) => headers['if-range'] === etag)).toBe(true);
  });

  it('goes on only after the last bytes before the cut are written', async () => {
    let closed = Promise.withResolvers<void>();
    await using storage = await tinyService((seen, response) => {
      response.socket?.once('close', () => closed.resolve());
      send(response, content, rangeOf(seen), storage.seen.length < 4 ? 70_000 : undefined);
    });
    const target = kept();
    let writing = false;
    let slept = 0;
    const sleptWhileWriting: number[] = [];
    const clock = {
      ...systemClock,
      sleep(ms: number, signal?: AbortSignal) {
        slept += 1;
        if (writing) sleptWhileWriting.push(slept);
        closed = Promise.withResolvers();
        return systemClock.sleep(ms, signal);
      },
    };
    // The disk takes the last bytes before each cut later than the program hears of the cut.
    const slow: ContentTarget = {
      ...target,
      async write(chunk) {
        const isLast = slept < 3 && target.bytes().length + chunk.length === (slept + 1) * 70_000;
        writing = true;
        if (isLast) await closed.promise;
        for (let turn = 0; isLast && turn < 100; turn += 1) await setImmediate();
        await target.write(chunk);
        writing = false;
      },
    };
    const slowly = testClient({ baseUrl: storage.baseUrl, clock });
    expect(await slowly.beyondSpec.getContent(at(storage.baseUrl), slow)).toEqual(whole);
    expect(sha256(target.bytes())).toBe(sha256(content));
    expect(sleptWhileWriting).toEqual([]);
    expect(storage.seen.map(rangeOf)).toEqual([0, 70_000, 140_000, 210_000]);
  });

  it.each([
    ['gives no parts', (_seen: Seen, response: ServerResponse) => send(response, content, 0)],
    [
      'has another content by now',
      (_seen: Seen, response: ServerResponse) => send(response, content, 0, undefined, '"two"'),
    ],
    [
      'gives another part than was asked for',
      (seen: Seen, response: ServerResponse) =>
        rangeOf(seen) > 0 ? send(response, content, 10) : send(response, content, 0),
    ],
    ...badParts.map(([what, headers]): [string, (seen: Seen, response: ServerResponse) => void] => [
      `gives a part ${what}`,
      (seen, response) =>
        rangeOf(seen) > 0
          ? void response.writeHead(206, headers(rangeOf(seen))).end(another.subarray(rangeOf(seen)))
          : send(response, content, 0),
    ]),
    [
      'refuses parts',
      (seen: Seen, response: ServerResponse) =>
        rangeOf(seen) > 0 ? void response.writeHead(416).end() : send(response, content, 0),
    ],
  ])('begins anew where a storage %s', async (_name, later) => {
    await using storage = await tinyService((seen, response) =>
      storage.seen.length === 1 ? send(response, content, 0, 70_000) : later(seen, response),
    );
    const target = kept();
    expect(await client.beyondSpec.getContent(at(storage.baseUrl), target)).toEqual(whole);
    expect(sha256(target.bytes())).toBe(sha256(content));
    expect(target.begunAgain()).toBe(1);
  });

  it('begins anew where nothing says that the rest belongs to what is here', async () => {
    await using storage = await tinyService((seen, response) =>
      send(response, content, rangeOf(seen), storage.seen.length === 1 ? 70_000 : undefined, ''),
    );
    expect(await client.beyondSpec.getContent(at(storage.baseUrl), kept())).toEqual(whole);
    expect(storage.seen.map(rangeOf)).toEqual([0, 0]);
  });

  it('is given up where every try is cut off at once', async () => {
    await using storage = await tinyService((_seen, response) => response.socket?.destroy());
    const got = await client.beyondSpec.getContent(at(storage.baseUrl), kept());
    expect(got).toMatchObject({ ok: false, error: { kind: 'offline', why: 'interrupted' } });
    expect(storage.seen).toHaveLength(4);
  });

  it.each([
    ['shorter', content.length + 1],
    ['longer', content.length - 1],
  ])('a content %s than was said is none', async (_name, sizeBytes) => {
    await using storage = await tinyService((_seen, response) => {
      response.writeHead(200);
      response.end(content);
    });
    const got = await client.beyondSpec.getContent(at(storage.baseUrl, { sizeBytes }), kept());
    expect(got).toEqual({ ok: false, error: { kind: 'not-as-stated', what: 'size' } });
  });

  it('a content that announces another length is not even taken', async () => {
    await using storage = await tinyService((_seen, response) => send(response, content, 0));
    const target = kept();
    const got = await client.beyondSpec.getContent(at(storage.baseUrl, { sizeBytes: 5 }), target);
    expect(got).toEqual({ ok: false, error: { kind: 'not-as-stated', what: 'size' } });
    expect(target.bytes()).toHaveLength(0);
  });

  const digests = (bytes: Buffer) => ({
    'repr-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
    'x-goog-hash': `crc32c=n03x6A==,md5=${createHash('md5').update(bytes).digest('base64')}`,
    'content-md5': createHash('md5').update(bytes).digest('base64'),
  });
  it.each(['repr-digest', 'x-goog-hash', 'content-md5'] as const)(
    'a content that is not what %s says is none',
    async (name) => {
      const other = Buffer.from(content);
      other[7] = 1;
      let sent = other;
      await using storage = await tinyService((_seen, response) => {
        response.writeHead(200, { [name]: digests(content)[name] });
        response.end(sent);
      });
      const address = at(storage.baseUrl);
      expect(await client.beyondSpec.getContent(address, kept())).toEqual({
        ok: false,
        error: { kind: 'not-as-stated', what: 'hash' },
      });
      sent = content;
      expect(await client.beyondSpec.getContent(address, kept())).toEqual(whole);
    },
  );

  it('asks for another address when the one it has ended, and goes on', async () => {
    await using storage = await tinyService((seen, response) => {
      if (storage.seen.length === 1) send(response, content, 0, 70_000);
      else if (storage.seen.length === 2) response.writeHead(403).end('Request has expired');
      else send(response, content, rangeOf(seen));
    });
    let asked = 0;
    const address = () => {
      asked += 1;
      return at(storage.baseUrl)();
    };
    expect(await client.beyondSpec.getContent(address, kept())).toEqual(whole);
    expect(asked).toBe(2);
    expect(storage.seen.map(rangeOf)).toEqual([0, 70_000, 70_000]);
  });

  it.each([
    ['as long as what is here', 70_000],
    ['shorter than what is here', 50_000],
    ['longer', length + 5],
  ])('begins anew where a new address brings a content that is %s', async (_name, size) => {
    const renewed = Buffer.alloc(size, 'new');
    await using storage = await tinyService((seen, response) => {
      if (storage.seen.length === 1) send(response, content, 0, 70_000);
      else if (storage.seen.length === 2) response.writeHead(403).end('Request has expired');
      else send(response, renewed, rangeOf(seen));
    });
    let asked = 0;
    const address = () => at(storage.baseUrl, { sizeBytes: (asked += 1) === 1 ? length : size })();
    const target = kept();
    expect(await client.beyondSpec.getContent(address, target)).toEqual(
      ok({ sha256: sha256(renewed), size }),
    );
    expect(sha256(target.bytes())).toBe(sha256(renewed));
    expect(storage.seen.map(rangeOf)).toEqual([0, 70_000, 0]);
  });

  it('of a length that nobody says goes on only where the rest ends it', async () => {
    await using storage = await tinyService((seen, response) => {
      if (storage.seen.length > 1) return send(response, content, rangeOf(seen));
      response.writeHead(200, { etag });
      response.write(content.subarray(0, 70_000), () => response.socket?.destroy());
    });
    const target = kept();
    expect(await client.beyondSpec.getContent(at(storage.baseUrl, { sizeBytes: null }), target)).toEqual(
      whole,
    );
    expect(storage.seen.map(rangeOf)).toEqual([0, 70_000]);
  });

  it.each([
    ['refused where nobody says how long it is', {}, null, err({ kind: 'end-unknown' })],
    ['taken where the service says how long it is', {}, content.length, whole],
    [
      'taken where the storage states what it is',
      { 'repr-digest': digests(content)['repr-digest'] },
      null,
      whole,
    ],
    ['taken where its last chunk ends it', { 'transfer-encoding': 'chunked' }, null, whole],
  ])('a content that ends with the connection is %s', async (_what, headers, sizeBytes, expected) => {
    await using storage = await tinyService((_seen, response) => {
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200, { connection: 'close', ...headers });
      response.end(content);
    });
    const got = await client.beyondSpec.getContent(at(storage.baseUrl, { sizeBytes }), kept());
    expect(got).toEqual(expected);
    expect(storage.seen).toHaveLength(1);
  });

  it('a content in another form than it was filed in is not taken', async () => {
    await using storage = await tinyService((_seen, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', etag }).end(gzipSync(content)),
    );
    const target = kept();
    const got = await client.beyondSpec.getContent(at(storage.baseUrl, { sizeBytes: null }), target);
    expect(got).toEqual({ ok: false, error: { kind: 'not-as-stated', what: 'form' } });
    expect(target.bytes()).toHaveLength(0);
  });

  it('is not tried after the address ran out', async () => {
    const clock = new FakeClock();
    await using storage = await tinyService((_seen, response) => send(response, content, 0));
    const address = at(storage.baseUrl, { expiresAt: clock.now() });
    const late = testClient({ baseUrl: storage.baseUrl, clock });
    expect(await late.beyondSpec.getContent(address, kept())).toEqual({
      ok: false,
      error: { kind: 'download-expired' },
    });
    expect(storage.seen).toHaveLength(0);
  });

  it('an address without encryption is not used, but for this computer’s own', async () => {
    const got = await client.beyondSpec.getContent(at('http://storage.example/x'), kept());
    expect(got).toEqual({ ok: false, error: { kind: 'not-secure' } });
  });

  it.each([
    [302, { location: 'https://elsewhere.example/' }, 'captive-portal'],
    [307, {}, 'unexpected-status'],
    [403, {}, 'forbidden'],
    [404, {}, 'not-found'],
  ])('an answer %i is no content, and told without the address', async (status, headers, kind) => {
    await using storage = await tinyService((seen, response) =>
      response.writeHead(status, headers).end(seen.url),
    );
    const got = await client.beyondSpec.getContent(at(`${storage.baseUrl}?Signature=secret`), kept());
    expect(got).toMatchObject({ ok: false, error: { kind } });
    expect(JSON.stringify(got)).not.toContain('Signature=');
    expect(storage.seen).toHaveLength(1);
  });

  it('a page for people is no content', async () => {
    await using storage = await tinyService((_seen, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 13 }).end('<html></html>'),
    );
    const got = await client.beyondSpec.getContent(at(storage.baseUrl), kept());
    expect(got).toMatchObject({ ok: false, error: { kind: 'captive-portal' } });
  });

  it('a disk that takes nothing is told by its code', async () => {
    await using storage = await tinyService((_seen, response) => send(response, content, 0));
    const full = {
      ...kept(),
      write: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    };
    const got = await client.beyondSpec.getContent(at(storage.baseUrl), full);
    expect(got).toMatchObject({ ok: false, error: { kind: 'not-kept', code: 'ENOSPC' } });
  });

  it('can be cancelled in the middle', async () => {
    const cancel = new AbortController();
    await using storage = await tinyService((_seen, response) => {
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, 1_000));
    });
    const got = await client.beyondSpec.getContent(at(storage.baseUrl), kept(), {
      signal: cancel.signal,
      onProgress: () => cancel.abort(),
    });
    expect(got).toMatchObject({ ok: false, error: { kind: 'aborted' } });
  });

  it('what the service does not tell is passed on', async () => {
    const got = await client.beyondSpec.getContent(() => Promise.resolve(err('nothing')), kept());
    expect(got).toEqual(err('nothing'));
  });

  it('memory stays flat while much comes', async () => {
    const size = 400 * 1024 * 1024;
    const chunk = Buffer.alloc(64 * 1024, 'x');
    await using storage = await tinyService(
      () => {},
      (_request, response) => {
        response.writeHead(200, { 'content-length': size });
        let left = size / chunk.length;
        const more = (): void => {
          while (left > 0) {
            left -= 1;
            if (!response.write(chunk)) return void response.once('drain', more);
          }
          response.end();
        };
        more();
      },
    );
    const before = process.memoryUsage().rss;
    let highest = 0;
    const target = { ...kept(), write: () => Promise.resolve() };
    const got = await client.beyondSpec.getContent(at(storage.baseUrl, { sizeBytes: size }), target, {
      onProgress: () => (highest = Math.max(highest, process.memoryUsage().rss)),
    });
    expect(got).toMatchObject({ ok: true, value: { size } });
    expect(highest - before).toBeLessThan(120 * 1024 * 1024);
  });
});

import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClient } from '../main/engine/service/tiny-service.ts';

const directory = mkdtempSync(join(tmpdir(), 'matterline-s3-'));
const Bucket = 'documents';
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory,
  configureBuckets: [{ name: Bucket, configs: [] }],
});
let endpoint = '';
let storage: S3Client;

beforeAll(async () => {
  const { port } = await server.run();
  endpoint = `http://127.0.0.1:${port}`;
  storage = new S3Client({
    region: 'eu-west-2',
    endpoint,
    forcePathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
});
afterAll(async () => {
  storage.destroy();
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

const client = testClient({ baseUrl: 'http://127.0.0.1:1' });

/** An upload address as a service of this kind makes one: the Content-Type is signed as empty. */
async function uploadAddress(Key: string, expiresIn = 900) {
  const uploadUrl = await getSignedUrl(storage, new PutObjectCommand({ Bucket, Key, ContentType: '' }), {
    expiresIn,
    signableHeaders: new Set(['content-type']),
  });
  return { uploadUrl, expiresAt: null };
}

/** The older kind of address: this server verifies only these signatures, and they always cover the Content-Type. */
function olderAddress(Key: string) {
  const expires = Math.floor(Date.now() / 1000) + 900;
  const toSign = `PUT\n\n\n${expires}\n/${Bucket}/${Key}`;
  const Signature = createHmac('sha1', 'S3RVER').update(toSign).digest('base64');
  const query = new URLSearchParams({ AWSAccessKeyId: 'S3RVER', Expires: String(expires), Signature });
  return { uploadUrl: `${endpoint}/${Bucket}/${Key}?${query.toString()}`, expiresAt: null };
}

const content = (bytes: Buffer) => ({ size: bytes.length, open: () => Readable.from([bytes]) });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function stored(Key: string) {
  const { Body, ContentType } = await storage.send(new GetObjectCommand({ Bucket, Key }));
  return { bytes: (await Body?.transformToByteArray()) ?? new Uint8Array(), ContentType };
}

describe('an object store that is not ours', () => {
  it.each([0, 1, 70_000, 3_000_000])('takes %i bytes at a presigned address, as they are', async (size) => {
    const bytes = Buffer.alloc(size, 'signed and sealed ');
    const sent = await client.documents.putContent(await uploadAddress(`lease-${size}`), content(bytes));
    expect(sent).toEqual({ ok: true, value: undefined });
    expect(sha256((await stored(`lease-${size}`)).bytes)).toBe(sha256(bytes));
  });

  it('refuses a presigned address that ran out, and we know it for that', async () => {
    const address = await uploadAddress('late', 1);
    await expect
      .poll(() => client.documents.putContent(address, content(Buffer.from('late'))))
      .toMatchObject({ ok: false, error: { kind: 'upload-expired', status: 403 } });
  });

  it('checks the signature over path and empty Content-Type, and ours is right', async () => {
    const bytes = Buffer.from('signed the older way');
    expect(await client.documents.putContent(olderAddress('older'), content(bytes))).toMatchObject({
      ok: true,
    });
    expect(sha256((await stored('older')).bytes)).toBe(sha256(bytes));

    const typed = { method: 'PUT', body: bytes, headers: { 'content-type': 'text/plain' } };
    expect((await fetch(olderAddress('typed').uploadUrl, typed)).status).toBe(403);
  });

  it('refuses an address that was tampered with, and we do not quote it', async () => {
    const { uploadUrl } = olderAddress('theirs');
    const tampered = { uploadUrl: uploadUrl.replace('/theirs', '/ours'), expiresAt: null };
    const sent = await client.documents.putContent(tampered, content(Buffer.from('x')));
    expect(sent).toMatchObject({ ok: false, error: { kind: 'forbidden', status: 403 } });
    expect(JSON.stringify(sent)).not.toContain('Signature');
  });
});

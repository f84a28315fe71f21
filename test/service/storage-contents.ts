import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Content } from './documents/files.ts';
import type { Misbehaviour } from './faults/rule.ts';
import type { World } from './world.ts';

/** Gives a content, or the rest of it from a byte on, as object stores do; and as badly as is asked for. */
export async function giveContent(
  world: World,
  content: Content,
  faults: readonly Misbehaviour[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const etag = `"${content.sha256.slice(0, 32)}"`;
  const has = (kind: Misbehaviour['kind']) => faults.some((fault) => fault.kind === kind);
  const from = world.variants.storageRanges === 'given' ? firstByte(request, etag, content.size) : 0;
  const size = has('truncatedBody') ? Math.floor(content.size / 2) : content.size;
  const part = from > 0 ? { 'content-range': `bytes ${from}-${size - 1}/${size}` } : {};
  response.writeHead(from > 0 ? 206 : 200, {
    'content-type': 'application/octet-stream',
    'content-length': size - from,
    etag,
    ...(world.variants.storageRanges === 'given' ? { 'accept-ranges': 'bytes' } : {}),
    ...part,
    ...(await digestOf(world, content)),
  });
  const cut = cutOffAfter(faults, size - from);
  let left = Math.min(size - from, cut ?? Number.POSITIVE_INFINITY);
  let isFirst = from === 0;
  for await (const chunk of createReadStream(join(world.contentDirectory, content.content), {
    start: from,
  })) {
    const bytes = Buffer.from(chunk as Buffer).subarray(0, left);
    if (isFirst && has('wrongBytes') && bytes.length > 0) bytes[0] = (bytes[0] ?? 0) ^ 0xff;
    isFirst = false;
    left -= bytes.length;
    if (bytes.length > 0 && !response.write(bytes)) await roomIn(response);
    if (left <= 0 || response.destroyed) break;
  }
  if (cut === null) return void response.end();
  // What was written has to leave before the connection ends.
  await new Promise((resolve) => response.write('', resolve));
  request.socket.destroy();
}

/** Resolves when more can be written, or nobody listens any more. */
function roomIn(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

/** Bytes after which the connection ends; null when it does not. */
function cutOffAfter(faults: readonly Misbehaviour[], size: number): number | null {
  for (const fault of faults) {
    if (fault.kind === 'reset') return fault.afterBytes ?? 0;
    if (fault.kind === 'cutConnection') return Math.floor(size / 2);
  }
  return null;
}

/** The byte from which on somebody wants this very content; 0 for all of it. */
function firstByte({ headers }: IncomingMessage, etag: string, size: number): number {
  const range = /^bytes=(\d+)-$/.exec(headers.range ?? '');
  const from = Number(range?.[1] ?? 0);
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
  return isSame && from < size ? from : 0;
}

async function digestOf(
  { variants, contentDirectory }: World,
  { sha256, content }: Content,
): Promise<Record<string, string>> {
  switch (variants.storageDigests) {
    case 'none':
      return {};
    case 'sha256':
      return { 'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:` };
    case 'md5': {
      const hash = createHash('md5');
      for await (const chunk of createReadStream(join(contentDirectory, content)))
        hash.update(chunk as Buffer);
      return { 'content-md5': hash.digest('base64') };
    }
  }
}

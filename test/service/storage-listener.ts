import { createHash } from 'node:crypto';
import { createWriteStream, readdirSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Downloads } from './documents/downloads.ts';
import type { Content } from './documents/files.ts';
import type { Uploads } from './documents/uploads.ts';
import { insteadOf } from './faults/distort.ts';
import type { Faults } from './faults/registry.ts';
import type { Misbehaviour } from './faults/rule.ts';
import { giveContent } from './storage-contents.ts';
import type { World } from './world.ts';

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

interface Addresses {
  readonly uploads: Uploads;
  readonly downloads: Downloads;
}

/**
 * Where contents are put (spec: Documents, upload rule), and had from where the service offers that, on its own address as object
 * stores are.
 */
export function createStorageListener(
  world: World,
  { uploads, downloads }: Addresses,
  faults: Faults,
): Server {
  removeUnfinished(world.contentDirectory);
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    response.setHeader('date', new Date(world.shownNow()).toUTCString());
    const done =
      request.method === 'GET'
        ? give(world, downloads, faults, request, response)
        : handle(world, uploads, faults, request, response);
    done.catch((error: unknown) => {
      // A sender that went away in the middle is no failure of the store: it keeps nothing of it.
      if (request.complete && server.listening && !request.socket.destroyed) console.error(error);
      request.socket.destroy();
    });
  });
  return server;
}

async function handle(
  world: World,
  uploads: Uploads,
  faults: Faults,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const misbehaviours = faults.take('storage.put', request.method ?? '', url.pathname);
  if (await misbehave(faults, misbehaviours, request, response)) return;
  const upload = uploads.check(
    url.pathname,
    url.searchParams.get('expires') ?? undefined,
    url.searchParams.get('signature') ?? undefined,
  );
  const expired = misbehaviours.some((fault) => fault.kind === 'expired');
  const refusal = refusalOf(request, expired ? 'expired' : upload);
  if (refusal !== undefined) return refuse(request, response, refusal);
  if (typeof upload === 'string') return;
  const content = await keep(world, request);
  uploads.received(upload, content);
  if (misbehaviours.some((fault) => fault.kind === 'holdAnswer')) return;
  if (misbehaviours.some((fault) => fault.kind === 'loseAnswer')) {
    request.socket.resetAndDestroy();
    return;
  }
  response.writeHead(200, { etag: `"${content.sha256.slice(0, 32)}"`, 'content-length': 0 }).end();
}

async function give(
  world: World,
  downloads: Downloads,
  faults: Faults,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const misbehaviours = faults.take('storage.get', 'GET', url.pathname);
  // A content is cut off while it is given, not before.
  const isCutOff = (fault: Misbehaviour) => fault.kind === 'reset' && fault.afterBytes !== undefined;
  if (
    await misbehave(
      faults,
      misbehaviours.filter((fault) => !isCutOff(fault)),
      request,
      response,
    )
  )
    return;
  const content = downloads.check(
    url.pathname,
    url.searchParams.get('expires') ?? undefined,
    url.searchParams.get('signature') ?? undefined,
  );
  const { authorization, 'x-api-key': apiKey } = request.headers;
  if (authorization !== undefined || apiKey !== undefined) return refuse(request, response, twoMechanisms);
  if (content === 'unknown') return refuse(request, response, wrongSignature);
  if (content === 'expired' || misbehaviours.some((fault) => fault.kind === 'expired')) {
    return refuse(request, response, ended);
  }
  await giveContent(world, content, misbehaviours, request, response);
}

/** True when the request has been dealt with. */
async function misbehave(
  faults: Faults,
  misbehaviours: readonly Misbehaviour[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  for (const fault of misbehaviours) {
    await faults.passed(fault);
    if (fault.kind === 'stall') return true;
    if (fault.kind === 'reset') {
      await readSome(request, fault.afterBytes ?? 0);
      request.socket.resetAndDestroy();
      return true;
    }
    const instead = insteadOf(fault);
    if (instead !== undefined) {
      request.resume();
      response.writeHead(instead.status, instead.headers ?? {}).end(instead.text ?? '');
      return true;
    }
  }
  return false;
}

async function readSome(request: IncomingMessage, byteCount: number): Promise<void> {
  let seen = 0;
  if (byteCount === 0) return;
  for await (const chunk of bytesOf(request)) {
    seen += chunk.length;
    if (seen >= byteCount) return;
  }
}

function bytesOf(request: IncomingMessage): AsyncIterable<Buffer> {
  return request.iterator({ destroyOnReturn: false });
}

function refusalOf(request: IncomingMessage, upload: ReturnType<Uploads['check']>): Refusal | undefined {
  const { headers } = request;
  if (request.method !== 'PUT')
    return { status: 405, code: 'MethodNotAllowed', message: 'Only PUT and GET are allowed.' };
  if (headers.authorization !== undefined || headers['x-api-key'] !== undefined) return twoMechanisms;
  if ((headers['content-type'] ?? '') !== '') {
    return {
      status: 403,
      code: 'SignatureDoesNotMatch',
      message: 'The signature does not cover this Content-Type.',
    };
  }
  if (upload === 'unknown') return wrongSignature;
  if (upload === 'expired') return ended;
  if (headers['content-length'] === undefined) {
    return {
      status: 411,
      code: 'MissingContentLength',
      message: 'You must provide the Content-Length HTTP header.',
    };
  }
  return undefined;
}

const twoMechanisms = { status: 400, code: 'InvalidArgument', message: 'Only one auth mechanism allowed.' };
const wrongSignature = {
  status: 403,
  code: 'SignatureDoesNotMatch',
  message: 'The signature does not match.',
};
const ended = { status: 403, code: 'AccessDenied', message: 'Request has expired' };

function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  request.resume();
  const { status, code, message } = refusal;
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}

const unfinished = '.arriving';

/** What was arriving when the service was killed. */
function removeUnfinished(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (name.endsWith(unfinished)) rmSync(join(directory, name), { force: true });
  }
}

/** Streams the body to disk; what did not arrive in full leaves nothing behind. */
async function keep(world: World, request: IncomingMessage): Promise<Content> {
  const content = `${world.newId()}.bin`;
  const arriving = join(world.contentDirectory, content + unfinished);
  const hash = createHash('sha256');
  let size = 0;
  try {
    await pipeline(
      request,
      async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(arriving),
    );
    await rename(arriving, join(world.contentDirectory, content));
  } catch (error) {
    await rm(arriving, { force: true });
    throw error;
  }
  return { content, sha256: hash.digest('hex'), size };
}

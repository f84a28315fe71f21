import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type PracticeService, type PracticeServiceOptions, startPracticeService } from '../service/index.ts';

/** Any member of any depth of an answer; the tests say what has to be there. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Json;
}

export interface Running {
  readonly service: PracticeService;
  readonly token: string;
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Reply>;
  /** Announces a file and returns the upload info's address. */
  readonly announce: (matterId: string, fileId: string, body: Record<string, unknown>) => Promise<string>;
  readonly put: (
    uploadUrl: string,
    content: Uint8Array | string,
    headers?: Record<string, string>,
  ) => Promise<Reply>;
  readonly history: (matterId: string, folderId?: string) => Promise<Json[]>;
}

/** A running sample firm for a whole file of tests; use as `beforeAll(() => sampleFirm((firm) => ...))`. */
export async function sampleFirm(use: (running: Running) => void): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-service-test-'));
  const service = await startPracticeService({ directory, applyDelayMs: 3_600_000 });
  use(runningOn(service));
  return async () => {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-service-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A service of the test's own, stopped at its end; accepted writes apply when `applyPending` is called. */
export async function start(options: Partial<PracticeServiceOptions> = {}): Promise<Running> {
  const directory = options.directory ?? temporaryDirectory();
  const service = await startPracticeService({
    applyDelayMs: 3_600_000,
    seed: 'empty',
    ...options,
    directory,
  });
  onTestFinished(() => service.stop());
  return runningOn(service);
}

export function runningOn(service: PracticeService): Running {
  const token = service.tokensFor().accessToken;
  const call: Running['call'] = async (method, path, body, headers = {}) => {
    const address = path.startsWith('http') ? path : service.baseUrl + path;
    return reply(
      await fetch(address, {
        method,
        headers: {
          'x-api-key': service.apiKey,
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
  };
  return {
    service,
    token,
    call,
    async announce(matterId, fileId, body) {
      const announced = await call('PUT', `/matters/${matterId}/documents/files/${fileId}`, body);
      return String(announced.body.uploadUrl);
    },
    async put(uploadUrl, content, headers = {}) {
      return reply(await fetch(uploadUrl, { method: 'PUT', body: Buffer.from(content), headers }));
    },
    async history(matterId, folderId = matterId) {
      const answer = await call('GET', `/matters/${matterId}/documents/folders/${folderId}/history`);
      return answer.body.value;
    },
  };
}

export async function reply(response: Response): Promise<Reply> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : {},
  };
}

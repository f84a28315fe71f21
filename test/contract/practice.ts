import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect } from 'vitest';
import { createRequestBudget } from '../../main/engine/service/budget/request-budget.ts';
import { createServiceClient, type ServiceClient } from '../../main/engine/service/client.ts';
import type { Page } from '../../main/engine/service/page.ts';
import type { ServiceClientOptions } from '../../main/engine/service/transport.ts';
import { systemClock } from '../../shared/base/clock.ts';
import { ok, type Result } from '../../shared/base/result.ts';
import { type MatterId, matterIdSchema } from '../../shared/model/index.ts';
import { type PracticeService, type PracticeServiceOptions, startPracticeService } from '../service/index.ts';

// The tests say what has to be in an answer they fetch past the client.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyJson = any;

export interface Practice {
  readonly service: PracticeService;
  readonly client: ServiceClient;
  /** A first matter, and a first lead; an empty firm has none. */
  readonly matterId: MatterId;
  readonly leadId: MatterId;
  clientWith(options: Partial<ServiceClientOptions>): ServiceClient;
  /** An answer without the client in between: status and parsed body. */
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: AnyJson }>;
  /** A record as the service keeps it, for what no operation reads. */
  kept(kind: 'contact' | 'portalTask' | 'plugin' | 'webhook', id: string): AnyJson;
}

/** A service for one test file, stopped at its end; accepted writes apply when `applyPending` is called. */
export async function startPractice(options: Partial<PracticeServiceOptions> = {}): Promise<Practice> {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-contract-'));
  const service = await startPracticeService({
    applyDelayMs: 3_600_000,
    seed: 'firm',
    ...options,
    directory,
  });
  afterAll(async () => {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  let token = service.tokensFor().accessToken;
  const random = () => 0.5;
  const clientWith = (more: Partial<ServiceClientOptions>): ServiceClient =>
    createServiceClient({
      baseUrl: service.baseUrl,
      apiKey: service.apiKey,
      accessToken(rejected) {
        if (rejected === token) token = service.tokensFor().accessToken;
        return Promise.resolve(ok(token));
      },
      budget: createRequestBudget({
        clock: systemClock,
        random,
        limit: { perSecond: 10_000, burst: 10_000 },
      }),
      clock: systemClock,
      random,
      ...more,
    });
  return {
    service,
    client: clientWith({}),
    get matterId() {
      return matterIdSchema.parse(service.sample().matterId);
    },
    get leadId() {
      return matterIdSchema.parse(service.sample().leadId);
    },
    clientWith,
    async call(method, path, body) {
      const response = await fetch(path.startsWith('http') ? path : service.baseUrl + path, {
        method,
        headers: {
          'x-api-key': service.apiKey,
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    },
    kept(kind, id) {
      const store = new Database(join(directory, 'practice.sqlite'), { readonly: true });
      try {
        const json = store
          .prepare('select json from records where kind = ? and id = ?')
          .pluck()
          .get(kind, id);
        return typeof json === 'string' ? JSON.parse(json) : undefined;
      } finally {
        store.close();
      }
    },
  };
}

/** The value of a success; anything else fails the test with the error. */
export function valueOf<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(`a success was expected: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** All items of all pages; an error fails the test. */
export async function itemsOf<Item>(pages: AsyncIterable<Result<Page<Item>, unknown>>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of pages) {
    expect(valueOf(page).malformed).toEqual([]);
    items.push(...valueOf(page).items);
  }
  return items;
}

/** The first page alone. */
export async function firstPage<Item>(
  pages: AsyncIterable<Result<Page<Item>, unknown>>,
): Promise<Page<Item>> {
  for await (const page of pages) return valueOf(page);
  throw new Error('a page was expected');
}

/** A request that was not sent, and why. */
export function refused(field: string) {
  return { ok: false, error: { kind: 'invalid-request', field, rule: expect.any(String) } };
}

export function failed(kind: string, status?: number) {
  return { ok: false, error: status === undefined ? { kind } : { kind, status } };
}

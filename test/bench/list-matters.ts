import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import got from 'got';
import { keepPages } from '../../main/engine/features/matters/keep-pages.ts';
import { keepMemoryFlat } from '../../main/engine/platform/flat-memory.ts';
import { createRequestBudget } from '../../main/engine/service/budget/request-budget.ts';
import { createServiceClient } from '../../main/engine/service/client.ts';
import { openDatabase } from '../../main/engine/store/database.ts';
import { MatterStore } from '../../main/engine/store/matters.ts';
import { systemClock } from '../../shared/base/clock.ts';
import { ok } from '../../shared/base/result.ts';
import type { PracticeAddress } from './practice-process.ts';

/** What one listing in a process of its own came to. */
export interface Listing {
  readonly matters: number;
  readonly seconds: number;
  /** Seconds that the indexes of the other orders took afterwards; they are made once, after a first listing. */
  readonly ordersSeconds: number;
  /** Resident memory at its highest above that after the first pages, in megabytes. */
  readonly growth: number;
}

export interface Order {
  readonly how: 'bare' | 'store';
  readonly address: PracticeAddress;
}

const pageSize = 500;
/** Pages after which the program is warm and its memory should stay as it is. */
const warmPages = 20;
/** Pages from one look at the memory to the next: a look costs as much as reading a few matters. */
const looks = 4;

function memoryWatch() {
  let pages = 0;
  let base = 0;
  let highest = 0;
  return {
    page() {
      pages += 1;
      if (pages % looks !== 0) return;
      const rss = process.memoryUsage.rss();
      if (pages === warmPages) base = rss;
      highest = Math.max(highest, rss);
    },
    growth: () => (highest - base) / 1e6,
  };
}

const secondsSince = (start: number): number => (performance.now() - start) / 1000;

/** The least there can be: fetch, parse as JSON, follow the link. */
async function listBare({ baseUrl, apiKey, token }: PracticeAddress): Promise<Listing> {
  const start = performance.now();
  const headers = { 'x-api-key': apiKey, authorization: `Bearer ${token}` };
  let matters = 0;
  for (let url: string | undefined = `${baseUrl}/matters?limit=${pageSize}`; url; ) {
    const page: { value: unknown[]; next: { href: string } | null } = await got(url, { headers }).json();
    matters += page.value.length;
    url = page.next?.href;
  }
  return { matters, seconds: secondsSince(start), ordersSeconds: 0, growth: 0 };
}

/** As the engine does it: through the client into SQLite. */
async function listIntoStore(address: PracticeAddress, directory: string): Promise<Listing> {
  keepMemoryFlat();
  const memory = memoryWatch();
  const start = performance.now();
  const database = openDatabase(join(directory, 'matterline.db'));
  const store = new MatterStore(database);
  const random = Math.random;
  const client = createServiceClient({
    baseUrl: address.baseUrl,
    apiKey: address.apiKey,
    accessToken: () => Promise.resolve(ok(address.token)),
    budget: createRequestBudget({ clock: systemClock, random, limit: { perSecond: 1e6, burst: 1e6 } }),
    clock: systemClock,
    random,
  });
  let matters = 0;
  const pages = client.matters.list({ limit: pageSize });
  const failure = await keepPages(counted(pages, memory.page), (group) => {
    store.put(group);
    matters += group.length;
  });
  if (failure) throw new Error(`the listing failed: ${failure.kind}`);
  const seconds = secondsSince(start);
  while (store.prepareOrder());
  const ordersSeconds = secondsSince(start) - seconds;
  database.close();
  return { matters, seconds, ordersSeconds, growth: memory.growth() };
}

async function* counted<Value>(pages: AsyncIterable<Value>, onPage: () => void): AsyncGenerator<Value, void> {
  for await (const page of pages) {
    yield page;
    onPage();
  }
}

async function measure({ how, address }: Order): Promise<Listing> {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-bench-'));
  try {
    return how === 'bare' ? await listBare(address) : await listIntoStore(address, directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function answer(order: Order): Promise<void> {
  process.send?.(await measure(order));
  process.disconnect();
}

process.once('message', (order: Order) => void answer(order));

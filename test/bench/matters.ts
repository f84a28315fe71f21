import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Bar } from './bar.ts';
import { median, messageFrom } from './figures.ts';
import type { Listing, Order } from './list-matters.ts';
import type { PracticeAddress } from './practice-process.ts';

const count = 100_000;
const rounds = 5;

/**
 * 100,000 matters from the local service into SQLite, 500 a page, against a loop that only fetches and parses: the
 * median round of each, turn by turn, and the most memory of all.
 */
export async function matters(): Promise<Bar[]> {
  const service = fork(new URL('./practice-process.ts', import.meta.url), [String(count)]);
  const address: PracticeAddress = await messageFrom(service);
  try {
    const bare: number[] = [];
    const stored: number[] = [];
    const orders: number[] = [];
    const growth: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      bare.push((await listing('bare', address)).seconds);
      const ours = await listing('store', address);
      stored.push(ours.seconds);
      orders.push(ours.ordersSeconds);
      growth.push(ours.growth);
    }
    const ratio = Number((median(bare) / median(stored)).toFixed(3));
    return [
      {
        bench: 'matters',
        what: `${count} matters listed into SQLite (the indexes of other orders, made afterwards: ${median(orders).toFixed(2)} s)`,
        value: Math.round(count / median(stored)),
        unit: 'matters/s',
        against: `a bare got loop: ${Math.round(count / median(bare))} matters/s`,
        ratio,
        limit: 'at least 0.7',
        holds: ratio >= 0.7,
      },
      {
        bench: 'matters',
        what: 'memory growth while listing',
        value: Math.round(Math.max(...growth)),
        unit: 'MB',
        against: 'flat memory: 60 MB',
        ratio: Number((Math.max(...growth) / 60).toFixed(3)),
        limit: 'under 1',
        holds: Math.max(...growth) < 60,
      },
    ];
  } finally {
    service.disconnect();
    await once(service, 'exit');
  }
}

async function listing(how: Order['how'], address: PracticeAddress): Promise<Listing> {
  const child = fork(new URL('./list-matters.ts', import.meta.url), { execArgv: [] });
  const order: Order = { how, address };
  child.send(order);
  const done: Listing = await messageFrom(child);
  if (done.matters !== count) throw new Error(`${done.matters} of ${count} matters were listed`);
  return done;
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Bar } from './bar.ts';
import type { Listing, Order } from './list-matters.ts';
import type { PracticeAddress } from './practice-process.ts';

const count = 100_000;
const rounds = 3;
/** A small nursery for short-lived objects: what a page leaves behind is collected before memory grows for it. */
const engineFlags = ['--max-semi-space-size=8'];

/**
 * 100,000 matters from the local service into SQLite, 500 a page, against a loop that only fetches and parses: the
 * fastest round of each, since other programs only ever make one slower, and the most memory of all.
 */
export async function matters(): Promise<Bar[]> {
  const service = fork(new URL('./practice-process.ts', import.meta.url), [String(count)]);
  const address: PracticeAddress = await messageFrom(service);
  try {
    const bare: number[] = [];
    const stored: number[] = [];
    const growth: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      bare.push((await listing('bare', address)).seconds);
      const ours = await listing('store', address);
      stored.push(ours.seconds);
      growth.push(ours.growth);
    }
    const ratio = Math.min(...bare) / Math.min(...stored);
    return [
      {
        bench: 'matters',
        what: `${count} matters listed into SQLite`,
        value: Math.round(count / Math.min(...stored)),
        unit: 'matters/s',
        against: `a bare got loop: ${Math.round(count / Math.min(...bare))} matters/s`,
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
        ratio: Math.max(...growth) / 60,
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
  const child = fork(new URL('./list-matters.ts', import.meta.url), { execArgv: [...engineFlags] });
  const order: Order = { how, address };
  child.send(order);
  const done: Listing = await messageFrom(child);
  if (done.matters !== count) throw new Error(`${done.matters} of ${count} matters were listed`);
  return done;
}

async function messageFrom<Message>(child: ChildProcess): Promise<Message> {
  const { promise, resolve, reject } = Promise.withResolvers<Message>();
  child.once('message', (message) => resolve(message as Message));
  child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)));
  return promise;
}

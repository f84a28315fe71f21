import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Exchange, exchange } from '../../../../main/engine/service/exchange.ts';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk } from './office.ts';

test('signing out while requests are under way that then fail does not end the engine, and the save goes once somebody is signed in', async () => {
  const uncaught: unknown[] = [];
  const others = process.listeners('uncaughtException');
  const caught = (failure: unknown) => uncaught.push(failure);
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', caught);
  let underWay = 0;
  const counted: Exchange = async (outgoing) => {
    underWay += 1;
    try {
      return await exchange(outgoing);
    } finally {
      underWay -= 1;
    }
  };
  try {
    await using desk = await openSharedDesk(undefined, { http: { exchange: counted } });
    await desk.signIn(0);
    const { name } = desk.workspace;
    const folder = await desk.link('first folder');
    desk.save(folder, 'Letter.txt', 'of Ann');
    await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
    // The network stalls for a moment, and breaks.
    const mends = [
      desk.service.faults.add({ route: '*', kind: 'latency', ms: 800, count: 'always' }),
      desk.service.faults.add({ route: '*', kind: 'reset', count: 'always' }),
    ];
    const hits = desk.service.faults.hits;
    writeFileSync(join(folder, 'Letter.txt'), 'changed');
    await expect.poll(() => desk.states().length, eventually).toBe(2);
    await expect.poll(() => desk.service.faults.hits, eventually).toBeGreaterThan(hits);
    await expect.poll(() => underWay, { ...eventually, interval: 1 }).toBeGreaterThan(0);
    await desk.signOut();
    await expect.poll(() => underWay, eventually).toBe(0);
    // What nobody catches is told in the turn after it failed.
    await setImmediate();
    expect(uncaught).toEqual([]);
    for (const mend of mends) mend();
    await desk.signIn(0);
    await desk.engine.say(name, null);
    await expect.poll(() => desk.states(), eventually).toEqual(['filed', 'filed']);
    expect(uncaught).toEqual([]);
  } finally {
    process.off('uncaughtException', caught);
    for (const one of others) process.on('uncaughtException', one);
  }
});

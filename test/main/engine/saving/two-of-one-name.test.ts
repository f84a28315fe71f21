import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually, sha256 } from '../../../support/workplace.ts';
import { filedAs, openDesk } from './desk.ts';

test('a document is not asked about as another of its name that was saved beside it, in another directory, and is gone by then', async () => {
  await using place = await openDesk({ speedUp: 20 });
  const { pipeline, stores, clock } = place.workspace;
  mkdirSync(join(place.folder, 'Mine'));
  // The service has no such folder: it is filed in the top one.
  writeFileSync(join(place.folder, 'Mine', 'Order.pdf'), 'an order');
  await place.allFiled();
  pipeline.pause(true);
  writeFileSync(join(place.folder, 'Order.pdf'), 'another order');
  await expect.poll(() => place.states().length, eventually).toBe(2);
  writeFileSync(join(place.folder, 'Mine', 'Order.pdf'), 'the order, changed');
  await expect.poll(() => place.states().length, eventually).toBe(3);
  rmSync(join(place.folder, 'Mine'), { recursive: true });
  const removed = () => stores.links.file(place.matterId, 'Mine/Order.pdf')?.removed;
  await expect.poll(removed, eventually).toBeTruthy();
  const at = clock.now();
  await expect.poll(() => clock.now() - at, eventually).toBeGreaterThan(15_000);
  pipeline.pause(false);
  await place.allFiled(3);
  const versions = filedAs(place, 'Order.pdf').map((one) => one.versions);
  expect(versions.toSorted((one, other) => other.length - one.length)).toEqual([
    [sha256('an order'), sha256('the order, changed')],
    [sha256('another order')],
  ]);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../../support/workplace.ts';
import { openDesk } from '../saving/desk.ts';

test('promise 6: a save that met a service which took no sign-in for a moment goes by itself, and is not tried without pause', async () => {
  await using place = await openDesk();
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled();
  const { poller, stores } = place.workspace;
  // Nobody looks at the matter: its history is read after half a minute at the earliest.
  poller.look(null);
  let turns = 0;
  const ready = stores.saves.ready.bind(stores.saves);
  stores.saves.ready = (query) => {
    turns += 1;
    return ready(query);
  };
  place.service.faults.add({ route: /.*/, kind: 'status', status: 401, count: 2 });
  writeFileSync(join(place.folder, 'Brief.docx'), 'second');
  await expect.poll(() => place.states(), { ...eventually, timeout: 20_000 }).toEqual(['filed', 'filed']);
  expect(turns).toBeLessThan(100);
});

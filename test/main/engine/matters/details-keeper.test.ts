import { expect, test } from 'vitest';
import { eventually, openWorkplace } from '../../../support/workplace.ts';

test('the details of a matter are read when they are looked at, and are there without the service', async () => {
  await using place = await openWorkplace();
  const read = () => place.workspace.details.details(place.matterId);
  expect(read()).toMatchObject({ readAt: null, sections: [] });
  await expect.poll(() => read().sections.length, eventually).toBeGreaterThan(0);
  const told = read();
  await place.stopService();
  await place.restartEngine();
  expect(read()).toEqual(told);
});

test('a matter whose details the service refuses says why, and keeps what was known', async () => {
  await using place = await openWorkplace();
  const unknown = '00000000-0000-4000-8000-000000000000' as typeof place.matterId;
  const read = () => place.workspace.details.details(unknown);
  await expect.poll(() => read().problem, eventually).not.toBeNull();
  expect(read().sections).toEqual([]);
});

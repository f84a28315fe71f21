import { expect, test } from 'vitest';
import { openWorkplace } from '../../support/workplace.ts';

test('what an administrator decided about kept versions and fetched documents holds from the moment a connection is typed', async () => {
  await using place = await openWorkplace();
  const { baseUrl, apiKey } = place.service;
  const vaultLimits = { maxBytes: 500_000_000, maxAgeDays: 30 };
  const told = { signedIn: true, rootFolder: null, vaultLimits, fetchedLimit: 700_000_000 };
  await place.engine.configure({ ...told, connection: null });
  expect(place.engine.workspace).toBeNull();
  await place.engine.configure({ ...told, connection: { baseUrl, apiKey } });
  expect(place.workspace.keeper.limits).toEqual(vaultLimits);
  expect(place.workspace.fetchedRoom.maxBytes).toBe(700_000_000);
});

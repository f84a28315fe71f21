import { expect, test, vi } from 'vitest';
import type { Account } from '../../../../main/engine/features/account/account.ts';
import { ClientNames } from '../../../../main/engine/features/matters/client-names.ts';
import { MatterIndexer } from '../../../../main/engine/features/search/matter-indexer.ts';
import { search } from '../../../../main/engine/features/search/search.ts';
import type { EngineClient } from '../../../../main/engine/service/client.ts';
import { matterRows } from '../../../../main/engine/view/matter-rows.ts';
import type { Clock } from '../../../../shared/base/clock.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { blankMatter } from '../../../support/blank-matter.ts';
import { eventually, openWorkplace, type Workplace } from '../../../support/workplace.ts';
import { emptyStores } from '../history/projected.ts';

const found = (place: Workplace, text: string) =>
  search(place.workspace.stores, { text, limit: 8 }).clients.map(({ name }) => name);

interface Contact {
  readonly person?: { readonly firstName: string; readonly lastName: string };
  readonly company?: { readonly name: string };
}

/** The clients of the place's matter, as the service has them. */
async function clientsOf(place: Workplace) {
  const { service, matterId } = place;
  const { accessToken } = service.tokensFor();
  const headers = { authorization: `Bearer ${accessToken}`, 'x-api-key': service.apiKey };
  const read = async (address: string): Promise<unknown> => (await fetch(address, { headers })).json();
  const matter = (await read(`${service.baseUrl}/matters/${matterId}`)) as { clients: { href: string }[] };
  const contacts = await Promise.all(matter.clients.map(({ href }) => read(href) as Promise<Contact>));
  return contacts.map(({ person, company }) => company?.name ?? `${person?.firstName} ${person?.lastName}`);
}

test('a client is found by name where the service tells names, also without the service, and leads to the matters', async () => {
  await using place = await openWorkplace({ variants: { contactReads: 'offered' }, speedUp: 100 });
  const [name = ''] = await clientsOf(place);
  await expect.poll(() => found(place, name), eventually).toContain(name);
  await place.stopService();
  await place.restartEngine();
  expect(found(place, name.slice(0, 4).toLowerCase())).toContain(name);
  const { stores } = place.workspace;
  const sort = { by: 'number', direction: 'up' } as const;
  const listed = stores.matters.list({
    text: name,
    show: 'linked',
    sort,
    responsibleId: null,
    status: null,
    offset: 0,
    limit: 9,
  });
  expect(listed.rows.map(({ id }) => id)).toEqual([place.matterId]);
  expect(matterRows(stores, listed.rows)[0]?.clientNames).toContain(name);
});

test('the details of a matter name its clients where the service tells names', async () => {
  await using place = await openWorkplace({ variants: { contactReads: 'offered' }, speedUp: 100 });
  const [name = ''] = await clientsOf(place);
  const values = () =>
    place.workspace.details
      .details(place.matterId)
      .sections.flatMap(({ rows }) => rows)
      .map(({ value }) => value);
  await expect.poll(values, eventually).toContain(name);
});

test('a service that tells no names is left alone after three questions, for a day', async () => {
  await using place = await openWorkplace({ speedUp: 100 });
  const { stores, clock } = place.workspace;
  await expect.poll(() => stores.matters.setting('client-names-not-told-at'), eventually).not.toBeNull();
  const asked = () =>
    stores.database
      .prepare<[], number>('SELECT count(*) FROM contact WHERE asked_at IS NOT NULL')
      .pluck()
      .get();
  expect(asked()).toBe(3);
  place.workspace.refresher.refreshNow();
  await clock.sleep(30_000);
  expect(asked()).toBe(3);
  expect(found(place, 'a')).toEqual([]);
});

test('the clients of the matters on the screen are asked for before all others, and each name is told of', async () => {
  const stores = emptyStores();
  stores.matters.put(
    Array.from({ length: 40 }, (_, index) => ({
      ...blankMatter,
      id: `m${index}` as MatterId,
      number: String(index),
      title: 'A matter',
      clients: JSON.stringify([[`c${index}`, null]]),
    })),
  );
  await new MatterIndexer(stores).run();
  const asked: string[] = [];
  const told = vi.fn<() => void>();
  const names = new ClientNames({
    stores,
    onNamed: told,
    account: { isReady: true } as Account,
    client: {
      beyondSpec: {
        contactName: async (id: string) => {
          asked.push(id);
          if (asked.length === 1) names.show(['m38', 'm39'] as MatterId[]);
          if (asked.length === 3) names.stop();
          return { ok: true, value: `Client ${id}` };
        },
      },
    } as unknown as Pick<EngineClient, 'beyondSpec'>,
    clock: { now: () => 1_000, sleep: async () => {} } as unknown as Clock,
  });
  await names.run();
  expect(asked.slice(1).toSorted()).toEqual(['c38', 'c39']);
  expect(told).toHaveBeenCalledTimes(2);
});

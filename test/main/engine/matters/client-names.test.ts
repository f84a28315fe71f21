import { expect, test } from 'vitest';
import { search } from '../../../../main/engine/features/search/search.ts';
import { matterRows } from '../../../../main/engine/view/matter-rows.ts';
import { eventually, openWorkplace, type Workplace } from '../../../support/workplace.ts';

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

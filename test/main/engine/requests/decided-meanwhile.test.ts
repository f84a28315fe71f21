import { expect, test } from 'vitest';
import { type Exchange, exchange } from '../../../../main/engine/service/exchange.ts';
import type { RequestId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { openOffice } from './office.ts';

/** The first look at an address like this waits, once it is asked for. */
function slowLook(path: RegExp) {
  const look = { isOn: false, begun: Promise.withResolvers<void>(), goes: Promise.withResolvers<void>() };
  const slowly: Exchange = async (outgoing) => {
    if (look.isOn && outgoing.method === 'GET' && path.test(outgoing.url.pathname)) {
      look.isOn = false;
      look.begun.resolve();
      await look.goes.promise;
    }
    return exchange(outgoing);
  };
  return { look, http: { exchange: slowly } };
}

test('what is cancelled while it is looked up before it is sent stays cancelled, also where that look fails', async () => {
  const { look, http } = slowLook(/mattertypes/i);
  await using office = await openOffice({ http });
  const { requests, stores } = office.place.workspace;
  const { faults } = office.place.service;
  const ends = faults.add({ route: 'matterTypes.read', kind: 'status', status: 503, count: 'always' });
  look.isOn = true;
  const form = office.newMatter();
  const [id = '' as RequestId] = office.submit(form);
  await look.begun.promise;
  expect(requests.cancel(id)).toMatchObject({ ok: true });
  look.goes.resolve();
  const [next = '' as RequestId] = office.submit(office.newMatter());
  const standing = () => stores.requests.get(next)?.standing;
  await expect.poll(standing, eventually).toMatchObject({ state: 'waiting', failures: 1 });
  ends();
  await office.stands(next, 'done');
  expect(office.request(id).state).toBe('cancelled');
  expect(await office.mattersCalled(form.description)).toBe(0);
  expect(stores.requests.counts().open).toBe(0);
});

test('what is edited while its record is read is sent as it was edited, also where the record shows the former wish', async () => {
  const { look, http } = slowLook(/matters\/[^/]+$/i);
  await using office = await openOffice({ http });
  const { place } = office;
  await office.versionOfMatter();
  const { fields } = place.workspace.records.matter(place.matterId);
  look.isOn = true;
  const [id = '' as RequestId] = office.submit(office.patch({ description: String(fields.description) }));
  await look.begun.promise;
  const edited = office.patch({ description: 'The new words' });
  expect(place.workspace.requests.edit(id, edited, 0, null)).toMatchObject({ ok: true });
  look.goes.resolve();
  expect((await office.stands(id, 'done')).result.wasSo).toBe(false);
  expect(await office.mattersCalled('The new words')).toBe(1);
});

test('a clock that is set back while a request waits keeps it from nothing', async () => {
  let ahead = 24 * 60 * 60_000;
  await using office = await openOffice({
    ports: (ports) => {
      const { clock } = ports;
      const { steady, sleep, timer } = clock;
      return { ...ports, clock: { steady, sleep, timer, now: () => clock.now() + ahead } };
    },
  });
  const ends = office.place.service.faults.add({
    ...{ route: 'matterTypes.read', kind: 'status', status: 503, count: 'always' },
  });
  const form = office.newMatter();
  const [id = '' as RequestId] = office.submit(form);
  const tries = () => office.place.workspace.stores.requests.get(id)?.standing;
  await expect.poll(tries, eventually).toMatchObject({ state: 'waiting', failures: 1 });
  ahead = 0;
  ends();
  await office.stands(id, 'done');
});

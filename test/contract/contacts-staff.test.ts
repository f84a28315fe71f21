import { describe, expect } from 'vitest';
import { startPractice, valueOf } from './practice.ts';
import { operation, rows } from './rows.ts';

const practice = await startPractice({ seed: 'empty' });
const { client, service } = practice;
const { body: raw } = await practice.call('GET', '/staff');
const { items: staff } = valueOf(await client.staff.list());
const person = { firstName: 'Amara', lastName: 'Okafor', email: 'amara@okafor.example' };

async function keptContact(contact: Parameters<typeof client.contacts.create>[0]) {
  const link = valueOf(await client.contacts.create(contact));
  expect(practice.kept('contact', String(link.id))).toBeUndefined();
  service.applyPending();
  return practice.kept('contact', String(link.id));
}

rows('Contact', {
  person: async () => expect(await keptContact({ person })).toMatchObject({ person }),
  externalSystemId: async () => {
    expect(await keptContact({ person, externalSystemId: 'CRM-77' })).toMatchObject({
      externalSystemId: 'CRM-77',
    });
  },
});

const same = (field: string) => () => {
  expect(staff.map((each) => Reflect.get(each, field))).toEqual(
    raw.value.map((each: object) => Reflect.get(each, field)),
  );
};

rows('Staff', {
  'href, id, versionId': () => {
    same('href')();
    same('id')();
    same('versionId')();
  },
  title: same('title'),
  'firstName, lastName': () => {
    same('firstName')();
    same('lastName')();
  },
  phone: () => {
    expect(staff.map(({ phone }) => phone)).toEqual(
      raw.value.map((each: { phone: { number: string } }) => each.phone.number),
    );
  },
  cell: () => {
    const numbers = raw.value.map((each: { cell: { number?: string } }) => each.cell.number ?? null);
    expect(staff.map(({ cell }) => cell)).toEqual(numbers);
    expect(numbers).toContain(null);
  },
  email: same('email'),
  avatar: same('avatar'),
  former: () => {
    same('former')();
    expect(staff.some(({ former }) => former === true)).toBe(true);
  },
  enabled: same('enabled'),
});

describe('contacts and staff', () => {
  operation('contacts.create', 'is accepted, with the id and address of the contact to come', async () => {
    const link = valueOf(await client.contacts.create({ person }));
    expect(link).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      href: expect.stringContaining('/contacts/'),
    });
  });
  operation('staff.list', 'gives everyone in one answer', () => {
    expect(Object.keys(raw).toSorted()).toEqual(['first', 'href', 'size', 'value']);
    expect(staff).toHaveLength(raw.size);
  });
});

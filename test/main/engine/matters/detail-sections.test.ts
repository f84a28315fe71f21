import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detailSections } from '../../../../main/engine/features/matters/detail-sections.ts';
import type { Json } from '../../../../main/engine/service/json.ts';

const staff = new Map([['s1', 'Dana Whitfield']]);

const form = {
  href: 'https://service.example/matters/m1',
  id: 'm1',
  number: '2025/001',
  title: 'Smith v Jones',
  status: 'Open',
  isLead: false,
  matterType: { id: 't1', href: 'https://service.example/mattertypes/t1', rel: 'MatterTypes', name: 'Lease' },
  personResponsible: { id: 's1', href: 'https://service.example/staff/s1', rel: 'Staff' },
  clients: [{ id: 'c1', href: 'https://service.example/contacts/c1', rel: 'Contacts' }],
  otherSides: [],
  clientIds: ['c1'],
  items: {
    Client: [
      {
        id: 'r1',
        type: 'role',
        name: 'Client',
        contact: { id: 'c1', href: 'https://service.example/contacts/c1', rel: 'Contacts' },
        subItems: {
          solicitors: [],
          relationshipDetails: [
            { id: 'x', name: 'Guardian', contact: { id: 'c2', href: 'https://service.example/contacts/c2' } },
          ],
        },
      },
    ],
  },
  somethingNew: { colour: 'green', parts: [1, 2n ** 60n] },
} satisfies Json;

const rowsOf = (title: string) =>
  detailSections(form, staff).find((section) => section.title === title)?.rows;

test('the members the interface names come first, in words, with staff by name', () => {
  expect(rowsOf('Matter')).toEqual([
    { label: 'Number', value: '2025/001' },
    { label: 'Title', value: 'Smith v Jones' },
    { label: 'Status', value: 'Open' },
    { label: 'Matter type', value: 'Lease' },
    { label: 'Lead', value: 'No' },
    { label: 'Responsible', value: 'Dana Whitfield' },
  ]);
});

test('roles in items are shown with whose they are and what is below them', () => {
  expect(rowsOf('Client')).toEqual([
    { label: 'Client', value: 'c1' },
    { label: 'Guardian', value: 'c2' },
  ]);
});

test('members nobody documented are shown too, exactly', () => {
  expect(rowsOf('More from the service')).toEqual([
    { label: 'Something new: Colour', value: 'green' },
    { label: 'Something new: Parts', value: '1' },
    { label: 'Something new: Parts', value: '1152921504606846976' },
    { label: 'Id', value: 'm1' },
  ]);
  const technical = detailSections(form, staff).filter((section) => section.technical);
  expect(technical.map(({ title }) => title)).toEqual(['More from the service']);
});

test('any answer is shown, never a crash, and never more than 2,000 rows', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.dictionary(fc.string(), fc.jsonValue()), (value, items) => {
      for (const any of [value, { ...form, items }, { ...form, items: value, extra: value }] as Json[]) {
        const rows = detailSections(any, staff).flatMap((section) => section.rows);
        expect(rows.length).toBeLessThanOrEqual(2_000);
      }
    }),
  );
  const many = { ...form, more: Array.from({ length: 10_000 }, (_, index) => `row ${index}`) };
  expect(detailSections(many, staff).flatMap((section) => section.rows)).toHaveLength(2_000);
});

import { describe, expect, it } from 'vitest';
import { contactName } from '../../../../main/engine/service/contact-name.ts';

describe('the name of a contact, whose fields are not shown when it is read', () => {
  it.each([
    [{ person: { firstName: 'Amara', lastName: 'Okafor' } }, 'Amara Okafor'],
    [{ person: { firstName: ' ', lastName: 'Okafor' } }, 'Okafor'],
    [{ company: { name: 'Northgate Rail plc' } }, 'Northgate Rail plc'],
    [{ person: null, company: { name: 'Northgate Rail plc' } }, 'Northgate Rail plc'],
    [{ trust: { name: 'The Hartley Family Trust' } }, 'The Hartley Family Trust'],
    [
      { person: null, company: null, groupOfPeople: { name: 'Residents of Mill Lane' } },
      'Residents of Mill Lane',
    ],
    [{ firstName: 'Amara', lastName: 'Okafor' }, 'Amara Okafor'],
    [{ person: {}, displayName: 'Okafor, Amara' }, 'Okafor, Amara'],
    [{ name: 'The Estate of Castellano' }, 'The Estate of Castellano'],
    [{ person: { firstName: 7 }, name: ['x'] }, null],
    [{}, null],
    [[], null],
    [null, null],
    ['Amara', null],
  ])('%j: %j', (json, name) => {
    expect(contactName(json)).toBe(name);
  });
});

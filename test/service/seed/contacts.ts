import { recordsOf } from '../store/records.ts';
import type { World } from '../world.ts';

const people =
  `Amelia Hartley,Rupert Langstaff,Mei-Ling Zhou,Jonathan Achebe,Françoise Delacroix,Owen Prydderch,Fatima Siddiqui,
George Wainwright,Zoë Kowalczyk,Imran Chaudhry,Beatrice Nakamura,Callum Ferguson,Rosalind Okonkwo,Søren Lindqvist,Patricia Dunmore,
Vikram Bhattacharya,Niamh Gallagher,Edwin Marlowe,Katarzyna Wójcik,Harold Finch,Yusuf Demir,Charlotte Abernathy,Dmitri Volkov,
Maeve Costello,Leonard Tsang,Ingrid Sørensen,Samuel Oyelaran,Philippa Grosvenor`
    .split(',')
    .map((name) => name.trim());

const companies = [
  'Northgate Rail plc',
  'Brackenridge Homes Ltd',
  'Castellan Insurance SE',
  'Thornbury & Sons (Builders) Ltd',
  'Meridian Biotech Ltd',
  'Quayside Logistics LLP',
  'Greyfriars NHS Foundation Trust',
  'Aldersgate Capital Partners LLP',
  'Fenwick Dairy Co-operative',
  'Ōsaka Precision UK Ltd',
  'Harrowgate Borough Council',
  'Sable Hotels Group plc',
];

export interface SampleContacts {
  readonly people: readonly string[];
  readonly companies: readonly string[];
}

/** Clients and other sides; returns their ids. */
export function seedContacts(world: World): SampleContacts {
  const contacts = recordsOf<unknown>(world.store, 'contact');
  const add = (value: unknown): string => {
    const id = world.newId();
    contacts.put(id, value, world.nextTicks());
    return id;
  };
  return {
    people: people.map((name) => {
      const [firstName = '', ...rest] = name.split(' ');
      const lastName = rest.join(' ');
      return add({ person: { firstName, lastName, email: `${firstName.toLowerCase()}@client.example` } });
    }),
    companies: companies.map((name) => add({ company: { name } })),
  };
}

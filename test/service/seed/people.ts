import type { StaffRecord } from '../resources/staff.ts';
import { recordsOf } from '../store/records.ts';
import type { World } from '../world.ts';

export interface SamplePerson {
  readonly username: string;
  readonly password: string;
  readonly staffId: string;
}

interface Member {
  readonly title: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly former?: boolean;
}

const members: readonly Member[] = [
  { title: 'Ms', firstName: 'Eleanor', lastName: 'Ashdown' },
  { title: 'Mr', firstName: 'Tobias', lastName: 'Vale' },
  { title: 'Dr', firstName: 'Priya', lastName: 'Raghunathan' },
  { title: 'Mr', firstName: 'Declan', lastName: "O'Rourke" },
  { title: 'Ms', firstName: 'Siân', lastName: 'Llewellyn' },
  { title: 'Mr', firstName: 'Marcus', lastName: 'Adeyemi' },
  { title: 'Mrs', firstName: 'Hannah', lastName: 'Whitcombe' },
  { title: 'Mr', firstName: 'Łukasz', lastName: 'Nowak' },
  { title: '', firstName: 'Grace', lastName: 'Chen' },
  { title: 'Mr', firstName: 'Oliver', lastName: 'Pemberton-Hughes' },
  { title: 'Ms', firstName: 'Amira', lastName: 'Haddad' },
  { title: 'Mr', firstName: 'Geoffrey', lastName: 'Lamb', former: true },
];

/** Everyone signs in with the same word; it guards nothing. */
const password = 'practice';

/** Twelve people, one of whom has left; those still here can sign in. */
export function seedPeople(world: World): SamplePerson[] {
  const staff = recordsOf<StaffRecord>(world.store, 'staff');
  const addPerson = world.store.prepare('insert into people (username, password, staff_id) values (?, ?, ?)');
  return members.map(({ title, firstName, lastName, former = false }, index) => {
    const staffId = world.newId();
    const username = `${plain(firstName)}.${plain(lastName)}`;
    const extension = String(100 + index);
    staff.put(
      staffId,
      {
        versionId: world.newId(),
        title,
        firstName,
        lastName,
        phone: `020 7946 0${extension}`,
        cell: index % 3 === 0 ? `07700 900${extension}` : null,
        email: `${username}@ashdownvale.example`,
        former,
        enabled: !former,
      },
      world.nextTicks(),
    );
    if (!former) addPerson.run(username, password, staffId);
    return { username, password, staffId };
  });
}

/** Lower-case letters and hyphens only, so that anyone can type it. */
function plain(name: string): string {
  return name
    .replaceAll('Ł', 'L')
    .normalize('NFD')
    .replaceAll(/[^A-Za-z-]/g, '')
    .toLowerCase();
}

export function samplePeople(world: World): SamplePerson[] {
  return world.store
    .prepare<[], SamplePerson>('select username, password, staff_id as staffId from people order by rowid')
    .all();
}

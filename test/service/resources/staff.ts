import { ok } from '../answer.ts';
import { int64 } from '../int64.ts';
import type { Operation } from '../operation.ts';
import { recordsOf } from '../store/records.ts';
import type { World } from '../world.ts';

/** A member of staff (spec: Staff). */
export interface StaffRecord {
  readonly versionId: string;
  readonly title: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly cell: string | null;
  readonly email: string;
  readonly former: boolean;
  readonly enabled: boolean;
}

/** GET /staff (spec: Contacts and staff). */
export function staffOperations(world: World): Operation[] {
  const staff = recordsOf<StaffRecord>(world.store, 'staff');
  return [
    {
      name: 'staff.list',
      method: 'GET',
      path: '/staff',
      handle() {
        const value = staff.all().map(({ id, value: person }) => ({
          href: `${world.addresses.service}/staff/${id}`,
          id,
          ...person,
          phone: { number: person.phone },
          cell: person.cell === null ? {} : { number: person.cell },
          avatar: `${world.addresses.service}/staff/${id}/avatar`,
        }));
        const href = `${world.addresses.service}/staff`;
        return ok({ href, size: int64(value.length), first: { href, rel: 'first' }, value });
      },
    },
  ];
}

import { ok } from '../answer.ts';
import { int64 } from '../int64.ts';
import { pagedAnswer, readPage } from '../links.ts';
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
      handle(request) {
        const value = staff.all().map(({ id, value: person }) => ({
          href: `${world.addresses.service}/staff/${id}`,
          id,
          ...person,
          phone: { number: person.phone },
          cell: person.cell === null ? {} : { number: person.cell },
          avatar: `${world.addresses.service}/staff/${id}/avatar`,
        }));
        if (world.variants.staffList === 'paged') {
          const page = readPage(request, 500);
          if ('refusal' in page) return page.refusal;
          const { offset } = page;
          const five = {
            page: { offset, limit: 5 },
            size: value.length,
            value: value.slice(offset, offset + 5),
          };
          return pagedAnswer(world, request, { ...five, relation: 'Staff', naturalShape: 'short' });
        }
        const href = `${world.addresses.service}/staff`;
        return ok({ href, size: int64(value.length), first: { href, rel: 'first' }, value });
      },
    },
  ];
}

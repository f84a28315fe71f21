import { recordsOf } from '../store/records.ts';
import type { World } from '../world.ts';
import type { MatterTypeRecord } from './matter-types.ts';

export type Broken = readonly [field: string, rule: string];

interface References {
  readonly matterTypeId?: string | null | undefined;
  readonly contacts: Readonly<Record<string, readonly string[] | null | undefined>>;
  readonly staff: Readonly<Record<string, readonly (string | null | undefined)[]>>;
  /** Whether the matter type has to be one for leads; undefined when either will do. */
  readonly isLead?: boolean;
}

/** The fields that point to something that is not there or may not be used (spec: Matters, States). */
export function brokenReferences(world: World, references: References): Broken[] {
  const contacts = recordsOf(world.store, 'contact');
  const staff = recordsOf(world.store, 'staff');
  const missing = (
    field: string,
    ids: readonly (string | null | undefined)[],
    has: (id: string) => boolean,
    what: string,
  ): Broken[] => (ids.some((id) => id != null && !has(id)) ? [[field, `is not a known ${what}`]] : []);
  return [
    ...brokenMatterType(world, references.matterTypeId, references.isLead),
    ...Object.entries(references.contacts).flatMap(([field, ids]) =>
      missing(field, ids ?? [], contacts.has, 'contact'),
    ),
    ...Object.entries(references.staff).flatMap(([field, ids]) =>
      missing(field, ids, staff.has, 'member of staff'),
    ),
  ];
}

function brokenMatterType(
  world: World,
  id: string | null | undefined,
  isLead: boolean | undefined,
): Broken[] {
  if (id == null) return [];
  const type = recordsOf<MatterTypeRecord>(world.store, 'matterType').get(id)?.value;
  if (type === undefined) return [['matterTypeId', 'is not a known matter type']];
  if (type.isDeleted) return [['matterTypeId', 'is deleted and cannot be used']];
  if (isLead === undefined || (type.type === 1) === isLead) return [];
  return [['matterTypeId', isLead ? 'must be a lead type' : 'must not be a lead type']];
}

import { ticksOf } from '../int64.ts';
import { relLink } from '../links.ts';
import { recordsOf } from '../store/records.ts';
import { dateTime, type World } from '../world.ts';

export const matterStatuses = ['Open', 'Pending', 'Closed', 'Deleted', 'Cancelled'] as const;
export type MatterStatus = (typeof matterStatuses)[number];

export interface RoleRecord {
  readonly id: string;
  readonly name: string;
  /** A contact's id, or the fixed word that stands for the firm's own attorney. */
  readonly contactId: string;
  readonly relationships: ReadonlyArray<{
    readonly id: string;
    readonly name: string;
    readonly contactId: string;
  }>;
}

/** A matter as it is kept (spec: Matter). Dates are milliseconds since 1970. */
export interface MatterRecord {
  readonly number: string;
  readonly matterTypeId: string;
  readonly clientIds: readonly string[];
  readonly otherSideIds: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly status: MatterStatus;
  readonly isLead: boolean;
  readonly openedAt: number;
  readonly personResponsibleStaffId: string | null;
  readonly personAssistingStaffId: string | null;
  readonly roles: readonly RoleRecord[];
  readonly layoutIds: readonly string[];
  /** What a PATCH may set and no read form shows in the spec. */
  readonly more: Readonly<Record<string, unknown>>;
}

export interface StoredMatter {
  readonly id: string;
  readonly ticks: bigint;
  readonly matter: MatterRecord;
}

export interface MatterRow {
  readonly id: string;
  readonly ticks: bigint;
  readonly json: string;
}

export const firmRoleContact = 'firm';

export function matterExists(world: World, matterId: string): boolean {
  return world.store.prepare('select 1 from matters where id = ?').get(matterId) !== undefined;
}

export function readMatter(world: World, matterId: string): StoredMatter | undefined {
  const row = world.store
    .prepare<[string], MatterRow>(
      'select id, ticks, json from matters join matter_records using (seq) where id = ?',
    )
    .safeIntegers()
    .get(matterId);
  return row === undefined ? undefined : storedMatter(row);
}

export function storedMatter(row: MatterRow): StoredMatter {
  const matter: MatterRecord = JSON.parse(row.json);
  return { id: row.id, ticks: row.ticks, matter };
}

export type WriteMatter = (id: string, matter: MatterRecord, changedAt?: number) => void;

/** What writes matters; `changedAt` (milliseconds) dates one back, for the sample firm. */
export function matterWriter(world: World): WriteMatter {
  const { store } = world;
  const write = store.prepare(
    `insert into matters (id, status, is_lead, matter_type_id, ticks) values (?, ?, ?, ?, ?)
     on conflict (id) do update set status = excluded.status, is_lead = excluded.is_lead,
       matter_type_id = excluded.matter_type_id, ticks = excluded.ticks`,
  );
  const writeRecord = store.prepare(
    'insert or replace into matter_records (seq, json) select seq, ? from matters where id = ?',
  );
  const forgetContacts = store.prepare('delete from matter_contacts where matter_id = ?');
  const addContact = store.prepare(
    'insert or ignore into matter_contacts (contact_id, matter_id) values (?, ?)',
  );
  return (id, matter, changedAt) => {
    // The sample's ticks are no whole milliseconds, as real ones are not.
    const ticks = changedAt === undefined ? world.nextTicks() : ticksOf(changedAt) + 1234n;
    const { status, isLead, matterTypeId } = matter;
    write.run(id, status, Number(isLead), matterTypeId, ticks);
    writeRecord.run(JSON.stringify(matter), id);
    forgetContacts.run(id);
    for (const contactId of [...matter.clientIds, ...matter.otherSideIds]) addContact.run(contactId, id);
  };
}

/** The members both the read and the list form have. */
export function matterMembers(world: World, { id, ticks, matter }: StoredMatter) {
  const contact = (contactId: string) => relLink(world, 'Contacts', contactId, `/contacts/${contactId}`);
  const person = (staffId: string | null) =>
    staffId === null ? null : relLink(world, 'Staff', staffId, `/staff/${staffId}`);
  return {
    href: `${world.addresses.service}/matters/${id}`,
    id,
    versionId: String(ticks),
    number: matter.number,
    matterType: relLink(world, 'MatterTypes', matter.matterTypeId, `/mattertypes/${matter.matterTypeId}`),
    clients: matter.clientIds.map(contact),
    otherSides: matter.otherSideIds.map(contact),
    title: matter.title,
    description: matter.description,
    status: matter.status,
    personResponsible: person(matter.personResponsibleStaffId),
    personAssisting: person(matter.personAssistingStaffId),
    openedDate: dateTime(world, matter.openedAt),
    isLead: matter.isLead,
  };
}

/** Roles and layouts in keyed collections (spec: Matter, items). */
export function matterItems(world: World, { id, matter }: StoredMatter): Record<string, unknown[]> {
  const items: Record<string, unknown[]> = {};
  for (const role of matter.roles) {
    (items[role.name] ??= []).push({
      id: role.id,
      type: 'role',
      name: role.name,
      contact: relLink(world, 'Contacts', role.contactId, `/contacts/${role.contactId}`),
      subItems: {
        solicitors: [],
        relationshipDetails: role.relationships.map((relationship) => ({
          id: relationship.id,
          name: relationship.name,
          contact: relLink(world, 'Contacts', relationship.contactId, `/contacts/${relationship.contactId}`),
        })),
      },
    });
  }
  const layouts = matter.layoutIds.map((layoutId) => ({
    id: layoutId,
    href: `${world.addresses.service}/matters/${id}/layouts/${layoutId}`,
    rel: 'layout',
    type: 'layout',
    subItems: {},
  }));
  if (layouts.length > 0) items['Matter Details'] = layouts;
  return items;
}

interface ContactNames {
  readonly person?: { readonly firstName?: string | undefined; readonly lastName?: string | undefined };
  readonly company?: { readonly name: string };
}

/** `Hartley v Northgate Rail plc`, or `Hartley - description` without another side. */
export function composeTitle(
  world: World,
  clientIds: readonly string[],
  otherSideIds: readonly string[],
  description: string,
): string {
  const contacts = recordsOf<ContactNames>(world.store, 'contact');
  const namesOf = (ids: readonly string[]): string => {
    const names = ids.map((id) => shortName(contacts.get(id)?.value)).filter((name) => name !== '');
    return names.length > 2 ? `${names[0]} and others` : names.join(' and ');
  };
  const clients = namesOf(clientIds);
  const others = namesOf(otherSideIds);
  if (others !== '') return `${clients} v ${others}`;
  return [clients, description].filter((part) => part !== '').join(' - ');
}

function shortName(contact: ContactNames | undefined): string {
  return contact?.company?.name ?? contact?.person?.lastName ?? contact?.person?.firstName ?? '';
}

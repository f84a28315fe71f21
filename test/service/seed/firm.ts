import {
  composeTitle,
  firmRoleContact,
  type MatterRecord,
  matterWriter,
} from '../resources/matter-record.ts';
import type { World } from '../world.ts';
import type { SampleContacts } from './contacts.ts';
import { seedDocuments } from './documents.ts';
import { type ClientRef, type MatterStory, matterStories } from './matter-stories.ts';
import type { SampleParts } from './sample-parts.ts';

const day = 24 * 60 * 60 * 1000;

/** Sixty matters over the last two years, with their documents. */
export function seedFirm(world: World, parts: SampleParts): void {
  const writeMatter = matterWriter(world);
  const now = world.now();
  const opened = matterStories().map((story, index) => ({
    story,
    openedAt: now - Math.round((720 - index * 11.8) * day),
  }));
  opened.forEach(({ story, openedAt }, index) => {
    const matter = matterOf(world, parts, story, openedAt, index);
    const id = world.newId();
    const isOver = matter.status === 'Closed' || matter.status === 'Cancelled' || matter.status === 'Deleted';
    const closedAt = isOver ? openedAt + (now - openedAt) * 0.6 : now;
    writeMatter(id, matter, closedAt - Math.round(parts.chance() * 10 * day));
    const type = parts.matterTypes.find(({ name }) => name === story.type);
    seedDocuments(world, parts, { id, index, matter, category: type?.category ?? '', closedAt });
  });
}

function matterOf(
  world: World,
  parts: SampleParts,
  story: MatterStory,
  openedAt: number,
  index: number,
): MatterRecord {
  const type = parts.matterTypes.find(({ name }) => name === story.type);
  const clientId = contactOf(parts.contacts, story.client);
  const otherId = story.other === undefined ? undefined : contactOf(parts.contacts, story.other);
  const otherSideIds = otherId === undefined || otherId === clientId ? [] : [otherId];
  const staff = parts.people.map(({ staffId }) => staffId);
  const year = new Date(openedAt).getUTCFullYear();
  const role = (name: string, contactId: string) => ({
    id: world.newId(),
    name,
    contactId,
    relationships: [],
  });
  return {
    number: story.isLead ? '' : `${year}/${String(317 + index * 7).padStart(4, '0')}`,
    matterTypeId: type?.id ?? '',
    clientIds: [clientId],
    otherSideIds,
    title: composeTitle(world, [clientId], otherSideIds, story.description),
    description: story.description,
    status: story.status,
    isLead: story.isLead,
    openedAt,
    personResponsibleStaffId: staff[index % 9] ?? null,
    personAssistingStaffId: index % 4 === 3 ? null : (staff[(index + 3) % 11] ?? null),
    roles: [
      {
        ...role(type?.clientRole ?? 'Client', clientId),
        relationships: [
          { id: world.newId(), name: 'Next of kin', contactId: parts.contacts.people[27] ?? clientId },
        ],
      },
      ...otherSideIds.map((contactId) => role('Other Side', contactId)),
      role('Attorney', firmRoleContact),
    ],
    layoutIds: parts.layoutIds,
    more: {},
  };
}

function contactOf(contacts: SampleContacts, ref: ClientRef): string {
  const [list, index] = 'person' in ref ? [contacts.people, ref.person] : [contacts.companies, ref.company];
  return list[index % list.length] ?? '';
}

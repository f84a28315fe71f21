import { z } from 'zod';
import { accepted } from '../answer.ts';
import { jobKind } from '../jobs.ts';
import type { Operation } from '../operation.ts';
import { recordsOf } from '../store/records.ts';
import {
  invalid,
  optionalDateTime,
  optionalFlag,
  optionalText,
  optionalTexts,
  parseBody,
} from '../validation.ts';
import type { World } from '../world.ts';
import {
  composeTitle,
  firmRoleContact,
  type MatterRecord,
  matterStatuses,
  matterWriter,
} from './matter-record.ts';
import { brokenReferences } from './matter-references.ts';
import type { MatterTypeRecord } from './matter-types.ts';

const createBody = z.object({
  number: optionalText,
  matterTypeId: z.string().min(1, 'is required'),
  clientIds: z.array(z.string()).min(1, 'needs at least 1 contact id'),
  otherSidesIds: optionalTexts,
  clientRole: optionalText,
  otherSideRole: optionalText,
  description: optionalText,
  status: z.enum(matterStatuses).nullish(),
  dateOpened: optionalDateTime,
  personResponsibleStaffId: optionalText,
  personAssistingStaffId: optionalText,
  isLead: optionalFlag,
});

/** The same under the names that PATCH has; those of POST are not known then. */
const otherNames = createBody
  .omit({ otherSidesIds: true, dateOpened: true })
  .extend({ otherSideIds: optionalTexts, openedDate: optionalDateTime })
  .strict()
  .transform(({ otherSideIds, openedDate, ...body }) => ({
    ...body,
    otherSidesIds: otherSideIds,
    dateOpened: openedDate,
  }));

const parseNewMatter = (world: World, body: unknown) =>
  world.variants.newMatterNames === 'asPost' ? parseBody(createBody, body) : parseBody(otherNames, body);

interface MatterCreationJob {
  readonly id: string;
  readonly matter: MatterRecord;
}

const matterCreationJob = jobKind<MatterCreationJob>('matterCreation');

type CreateBody = z.output<typeof createBody>;

/** POST /matters (spec: Matters). */
export function matterCreateOperations(world: World): Operation[] {
  const writeMatter = matterWriter(world);
  world.jobs.on(matterCreationJob, ({ id, matter }) => {
    const title = composeTitle(world, matter.clientIds, matter.otherSideIds, matter.description);
    writeMatter(id, { ...matter, title });
    world.emit('matter.created', { id });
  });
  return [
    {
      name: 'matters.create',
      method: 'POST',
      path: '/matters',
      handle(request) {
        const parsed = parseNewMatter(world, request.body);
        if ('refusal' in parsed) return parsed.refusal;
        const body = parsed.value;
        const broken = brokenReferences(world, {
          matterTypeId: body.matterTypeId,
          isLead: body.isLead ?? false,
          contacts: { clientIds: body.clientIds, otherSidesIds: body.otherSidesIds },
          staff: {
            personResponsibleStaffId: [body.personResponsibleStaffId],
            personAssistingStaffId: [body.personAssistingStaffId],
          },
        });
        if (broken.length > 0) return invalid(broken);
        const id = world.newId();
        world.jobs.add(matterCreationJob, { id, matter: matterFrom(world, body) });
        return accepted({ id, href: `${world.addresses.service}/matters/${id}` });
      },
    },
  ];
}

function matterFrom(world: World, body: CreateBody): MatterRecord {
  const type = recordsOf<MatterTypeRecord>(world.store, 'matterType').get(body.matterTypeId)?.value;
  const otherSideIds = body.otherSidesIds ?? [];
  const role = (name: string, contactId: string) => ({
    id: world.newId(),
    name,
    contactId,
    relationships: [],
  });
  const clientRole = body.clientRole ?? type?.representativeOptions[0] ?? 'Client';
  return {
    number: body.number ?? '',
    matterTypeId: body.matterTypeId,
    clientIds: body.clientIds,
    otherSideIds,
    title: '',
    description: body.description ?? '',
    status: body.status ?? 'Open',
    isLead: body.isLead ?? false,
    openedAt: body.dateOpened == null ? world.shownNow() : Date.parse(body.dateOpened),
    personResponsibleStaffId: body.personResponsibleStaffId ?? null,
    personAssistingStaffId: body.personAssistingStaffId ?? null,
    roles: [
      ...body.clientIds.map((contactId) => role(clientRole, contactId)),
      ...otherSideIds.map((contactId) => role(body.otherSideRole ?? 'Other Side', contactId)),
      role('Attorney', firmRoleContact),
    ],
    layoutIds: recordsOf(world.store, 'layout')
      .all()
      .map(({ id }) => id),
    more: {},
  };
}

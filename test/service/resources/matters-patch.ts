import { z } from 'zod';
import { accepted, notFound, problem } from '../answer.ts';
import { jobKind } from '../jobs.ts';
import { link } from '../links.ts';
import type { Operation } from '../operation.ts';
import { fieldsOutsideRegion } from '../regions.ts';
import {
  invalid,
  isUuid,
  optionalDateTime,
  optionalFlag,
  optionalNumber,
  optionalText,
  optionalTexts,
  parseBody,
} from '../validation.ts';
import type { World } from '../world.ts';
import {
  composeTitle,
  type MatterRecord,
  matterStatuses,
  matterWriter,
  readMatter,
} from './matter-record.ts';
import { type Broken, brokenReferences } from './matter-references.ts';
import { brokenSplitRules, splitSettings } from './split-originating-staff.ts';

const patchBody = z.object({
  externalSystemId: optionalText,
  number: optionalText,
  matterTypeId: optionalText,
  description: optionalText,
  status: z.enum(matterStatuses).nullish(),
  dateOpened: optionalDateTime,
  openedDate: optionalDateTime,
  closedDate: optionalDateTime,
  leadOpenedDate: optionalDateTime,
  leadClosedDate: optionalDateTime,
  leadClosedReason: optionalText,
  referralType: optionalText,
  referrerId: optionalText,
  referralAgreementFeeType: z.enum(['%', 'Flat fee', 'Other']).nullish(),
  referralAgreementFee: optionalNumber,
  referralAgreementFeeComment: optionalText,
  personResponsibleStaffId: optionalText,
  personAssistingStaffId: optionalText,
  personAssistingStaffIds: optionalTexts,
  originatingStaffId: optionalText,
  originatingStaffIds: optionalTexts,
  splitOriginatingStaffSettings: splitSettings.nullish(),
  supervisorStaffId: optionalText,
  clientCode: optionalText,
  branchId: optionalText,
  branchProviderId: optionalText,
  clientRole: optionalText,
  isLead: optionalFlag,
  clientIds: z.array(z.string()).min(1, 'needs at least 1 contact id').nullish(),
  otherSideIds: optionalTexts,
  items: z.record(z.string(), z.unknown()).nullish(),
});

type PatchBody = z.output<typeof patchBody>;

interface MatterPatchJob {
  readonly id: string;
  readonly body: PatchBody;
}

const matterPatchJob = jobKind<MatterPatchJob>('matterPatch');

/** PATCH /matters/{matterId} (spec: Matters). A member that is null changes nothing. */
export function matterPatchOperations(world: World): Operation[] {
  const writeMatter = matterWriter(world);
  world.jobs.on(matterPatchJob, ({ id, body }) => {
    const stored = readMatter(world, id);
    if (stored === undefined) return;
    writeMatter(id, patched(world, stored.matter, body));
    world.emit('matter.updated', { id });
  });
  return [
    {
      name: 'matters.patch',
      method: 'PATCH',
      path: '/matters/{matterId}',
      handle(request) {
        const { matterId } = request.params;
        if (!isUuid(matterId)) return problem(400, 'matterId must be a uuid.');
        const stored = readMatter(world, matterId);
        if (stored === undefined) return notFound('matter');
        const parsed = parseBody(patchBody, request.body);
        if ('refusal' in parsed) return parsed.refusal;
        const body = parsed.value;
        const broken = [
          ...fieldsOutsideRegion(world.region, body),
          ...brokenLeadRules(stored.matter, body),
          ...brokenReferences(world, referencesOf(stored.matter, body)),
          ...(body.splitOriginatingStaffSettings == null
            ? []
            : brokenSplitRules(body.splitOriginatingStaffSettings, body.originatingStaffIds)),
        ];
        if (broken.length > 0) return invalid(broken);
        world.jobs.add(matterPatchJob, { id: matterId, body });
        return accepted(link(world, 'Matters', matterId, `/matters/${matterId}`));
      },
    },
  ];
}

function referencesOf(matter: MatterRecord, body: PatchBody) {
  return {
    matterTypeId: body.matterTypeId,
    isLead: body.isLead ?? matter.isLead,
    contacts: {
      clientIds: body.clientIds,
      otherSideIds: body.otherSideIds,
      referrerId: body.referrerId == null ? [] : [body.referrerId],
    },
    staff: {
      personResponsibleStaffId: [body.personResponsibleStaffId],
      personAssistingStaffId: [body.personAssistingStaffId],
      personAssistingStaffIds: body.personAssistingStaffIds ?? [],
      originatingStaffId: [body.originatingStaffId],
      originatingStaffIds: body.originatingStaffIds ?? [],
      supervisorStaffId: [body.supervisorStaffId],
    },
  };
}

/** What holds between a matter, a lead and the conversion of one into the other (spec: States). */
function brokenLeadRules(matter: MatterRecord, body: PatchBody): Broken[] {
  const isConversion = matter.isLead && body.isLead === false;
  const broken: Broken[] = [];
  if (isConversion && (body.clientRole ?? '') === '')
    broken.push(['clientRole', 'is required to convert a lead']);
  if (!isConversion && body.clientRole != null) {
    broken.push(['clientRole', 'is only supported when converting a lead to a matter']);
  }
  if (!matter.isLead && body.isLead === true) broken.push(['isLead', 'a matter cannot become a lead']);
  const isLead = body.isLead ?? matter.isLead;
  for (const field of ['leadOpenedDate', 'leadClosedDate', 'leadClosedReason'] as const) {
    if (body[field] != null && !isLead) broken.push([field, 'applies only if isLead is true']);
  }
  return broken;
}

function patched(world: World, matter: MatterRecord, body: PatchBody): MatterRecord {
  const clientIds = body.clientIds ?? matter.clientIds;
  const otherSideIds = body.otherSideIds ?? matter.otherSideIds;
  const description = body.description ?? matter.description;
  const opened = body.openedDate ?? body.dateOpened;
  return {
    number: body.number ?? matter.number,
    matterTypeId: body.matterTypeId ?? matter.matterTypeId,
    clientIds,
    otherSideIds,
    title: composeTitle(world, clientIds, otherSideIds, description),
    description,
    status: body.status ?? matter.status,
    isLead: body.isLead ?? matter.isLead,
    openedAt: opened == null ? matter.openedAt : Date.parse(opened),
    personResponsibleStaffId: body.personResponsibleStaffId ?? matter.personResponsibleStaffId,
    personAssistingStaffId: body.personAssistingStaffId ?? matter.personAssistingStaffId,
    roles: rolesAfter(matter, body, clientIds),
    layoutIds: matter.layoutIds,
    more: { ...matter.more, ...moreOf(body) },
  };
}

function rolesAfter(
  matter: MatterRecord,
  body: PatchBody,
  clientIds: readonly string[],
): MatterRecord['roles'] {
  if (body.clientRole == null) return matter.roles;
  const { clientRole } = body;
  return matter.roles.map((role) =>
    clientIds.includes(role.contactId) ? { ...role, name: clientRole } : role,
  );
}

const notKept = new Set([
  'number',
  'matterTypeId',
  'clientIds',
  'otherSideIds',
  'description',
  'status',
  'isLead',
  'dateOpened',
  'openedDate',
  'personResponsibleStaffId',
  'personAssistingStaffId',
  'clientRole',
  'items',
]);

function moreOf(body: PatchBody): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).filter(([field, value]) => value != null && !notKept.has(field)),
  );
}

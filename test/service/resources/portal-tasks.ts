import { z } from 'zod';
import { accepted, notFound, problem } from '../answer.ts';
import type { Operation } from '../operation.ts';
import { recordsOf } from '../store/records.ts';
import { isUuid, optionalFlag, optionalText, parseBody } from '../validation.ts';
import type { World } from '../world.ts';
import { acceptRecord, withoutNulls } from './accepted-records.ts';
import { matterExists } from './matter-record.ts';

const filled = z.string().min(1, 'must have at least 1 character');
const oneWord = z
  .string()
  .refine((word) => !/\s/.test(word), 'must be a single word')
  .nullish();

const createBody = z.object({
  externalUserId: filled,
  title: filled,
  url: filled,
  contactId: z.uuid('must be a uuid').nullish(),
  email: optionalText,
  requireMFA: optionalFlag,
  optional: optionalFlag,
  actionText: oneWord,
  completedText: optionalText,
  completedUrl: optionalText,
});

const patchBody = z.object({
  externalUserId: optionalText,
  title: optionalText,
  url: optionalText,
  actionText: oneWord,
  cancelled: optionalFlag,
  cancelledText: optionalText,
  cancelledUrl: optionalText,
  completed: optionalFlag,
  completedText: optionalText,
  completedUrl: optionalText,
  expired: optionalFlag,
  expiredText: optionalText,
  expiredUrl: optionalText,
});

interface PortalTaskRecord {
  readonly matterId: string;
}

/** POST and PATCH of /matters/{matterId}/portal/tasks (spec: Portal tasks). */
export function portalTaskOperations(world: World): Operation[] {
  const tasks = recordsOf<PortalTaskRecord>(world.store, 'portalTask');
  return [
    {
      name: 'portalTasks.create',
      method: 'POST',
      path: '/matters/{matterId}/portal/tasks',
      handle(request) {
        const { matterId } = request.params;
        if (!isUuid(matterId)) return problem(400, 'matterId must be a uuid.');
        if (!matterExists(world, matterId)) return notFound('matter');
        const parsed = parseBody(createBody, request.body);
        if ('refusal' in parsed) return parsed.refusal;
        const id = world.newId();
        const defaults = { actionText: 'Complete', cancelled: false, completed: false, expired: false };
        const { email, contactId, ...rest } = parsed.value;
        // An email address takes precedence over the contact.
        const addressee = email == null ? { contactId } : { email };
        acceptRecord(world, {
          kind: 'portalTask',
          id,
          changes: {
            ...defaults,
            ...rest,
            ...addressee,
            matterId,
            actionText: rest.actionText ?? defaults.actionText,
          },
        });
        return accepted({ id });
      },
    },
    {
      name: 'portalTasks.patch',
      method: 'PATCH',
      path: '/matters/{matterId}/portal/tasks/{taskId}',
      handle(request) {
        const { matterId, taskId } = request.params;
        if (!isUuid(matterId) || !isUuid(taskId)) return problem(400, 'matterId and taskId must be uuids.');
        if (tasks.get(taskId)?.value.matterId !== matterId) return notFound('portal task');
        const parsed = parseBody(patchBody, request.body);
        if ('refusal' in parsed) return parsed.refusal;
        acceptRecord(world, { kind: 'portalTask', id: taskId, changes: withoutNulls(parsed.value) });
        return accepted({ id: taskId });
      },
    },
  ];
}

import { ok, type Result } from '../../../shared/base/result.ts';
import type { MatterId } from '../../../shared/model/index.ts';
import { firstViolation, uuid } from '../../../shared/rules/checks.ts';
import {
  type NewPortalTask,
  newPortalTaskViolations,
  type PortalTaskPatch,
  portalTaskPatchViolations,
} from '../../../shared/rules/portal-task.ts';
import { answerTo, callOf } from './calls.ts';
import type { ServiceError } from './errors.ts';
import { isObject } from './json.ts';
import type { Answer, CallOptions, Transport } from './transport.ts';

/** The task's id; null when the answer, whose form is not shown, holds none we can see. */
export interface PortalTaskAccepted {
  readonly taskId: string | null;
}

export function createPortalTasks(transport: Transport) {
  return {
    create(
      matterId: MatterId,
      task: NewPortalTask,
      options: CallOptions = {},
    ): Promise<Result<PortalTaskAccepted, ServiceError>> {
      const violation = firstViolation(uuid('matterId', matterId), ...newPortalTaskViolations(task));
      const parts = { body: task, violation, anyBody: true };
      return answerTo(
        transport,
        callOf(transport, 'portalTasks.create', { matterId }, parts, options),
        taskIn,
      );
    },

    patch(
      matterId: MatterId,
      taskId: string,
      patch: PortalTaskPatch,
      options: CallOptions = {},
    ): Promise<Result<PortalTaskAccepted, ServiceError>> {
      const violation = firstViolation(
        uuid('matterId', matterId),
        uuid('taskId', taskId),
        ...portalTaskPatchViolations(patch),
      );
      const parts = { body: patch, violation, anyBody: true };
      return answerTo(
        transport,
        callOf(transport, 'portalTasks.patch', { matterId, taskId }, parts, options),
        taskIn,
      );
    },
  };
}

/** What stands in no id, and in what is left of an answer that was cut off, or in a page. */
const noId = /[\s"<>{}[\]]/;

/** The id as an object's member, as a JSON string, or as bare text. */
function taskIn(json: unknown, { text }: Answer): Result<PortalTaskAccepted, never> {
  const bare = text.trim();
  const id = isObject(json) ? json['id'] : json === undefined && !noId.test(bare) ? bare : json;
  return ok({ taskId: typeof id === 'string' && id !== '' && id.length <= 1024 ? id : null });
}

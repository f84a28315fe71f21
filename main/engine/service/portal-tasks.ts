import { ok, type Result } from '../../../shared/base/result.ts';
import type { MatterId } from '../../../shared/model/index.ts';
import { answerTo, callOf } from './calls.ts';
import type { ServiceError } from './errors.ts';
import { isObject } from './json.ts';
import { firstViolation, notEmpty, rule, uuid } from './rules.ts';
import type { Answer, CallOptions, Transport } from './transport.ts';

/** spec: Portal tasks, POST. */
export interface NewPortalTask {
  /** At least 1 character, as `title` and `url`. */
  readonly externalUserId: string;
  readonly title: string;
  /** Shown in the task. */
  readonly url: string;
  /** A UUID; `email` goes before it. */
  readonly contactId?: string | null;
  readonly email?: string | null;
  readonly requireMFA?: boolean;
  readonly optional?: boolean;
  /** A single word; `Complete` unless said. */
  readonly actionText?: string | null;
  readonly completedText?: string | null;
  /** Shown instead of `completedText`. */
  readonly completedUrl?: string | null;
}

/** spec: Portal tasks, PATCH; each address goes before its text. */
export interface PortalTaskPatch {
  readonly externalUserId?: string | null;
  readonly title?: string | null;
  readonly url?: string | null;
  readonly actionText?: string | null;
  readonly cancelled?: boolean;
  readonly cancelledText?: string | null;
  readonly cancelledUrl?: string | null;
  readonly completed?: boolean;
  readonly completedText?: string | null;
  readonly completedUrl?: string | null;
  readonly expired?: boolean;
  readonly expiredText?: string | null;
  readonly expiredUrl?: string | null;
}

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
      const violation = firstViolation(
        uuid('matterId', matterId),
        notEmpty('externalUserId', task.externalUserId),
        notEmpty('title', task.title),
        notEmpty('url', task.url),
        uuid('contactId', task.contactId),
        singleWord('actionText', task.actionText),
      );
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
        singleWord('actionText', patch.actionText),
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

function singleWord(field: string, value: string | null | undefined) {
  return rule(field, !/\s/.test(value?.trim() ?? ''), 'must be a single word');
}

/** The id as an object's member, as a JSON string, or as bare text. */
function taskIn(json: unknown, { text }: Answer): Result<PortalTaskAccepted, never> {
  const id = isObject(json) ? json['id'] : json === undefined ? text.trim() : json;
  return ok({ taskId: typeof id === 'string' && id !== '' && id.length <= 1024 ? id : null });
}

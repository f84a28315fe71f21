import { type Check, notEmpty, rule, uuid, type Violation, violations } from './checks.ts';

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

export function newPortalTaskViolations(task: NewPortalTask): readonly Violation[] {
  return violations(
    notEmpty('externalUserId', task.externalUserId),
    notEmpty('title', task.title),
    notEmpty('url', task.url),
    uuid('contactId', task.contactId),
    singleWord('actionText', task.actionText),
  );
}

export function portalTaskPatchViolations(patch: PortalTaskPatch): readonly Violation[] {
  return violations(singleWord('actionText', patch.actionText));
}

function singleWord(field: string, value: string | null | undefined): Check {
  return rule(field, !/\s/.test(value?.trim() ?? ''), 'must be a single word');
}

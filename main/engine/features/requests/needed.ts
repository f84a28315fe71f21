import type { ContactChoice, RequestId } from '../../../../shared/model/index.ts';
import { type ContactIdOf, contactsIn } from '../../../../shared/rules/body.ts';
import type { StoredRequest } from '../../domain/request-standing.ts';
import type { RequestStore } from '../../store/requests.ts';

/** What a request names that other requests make. */
export type Needed =
  | { readonly kind: 'there' }
  /** It waits until they are. */
  | { readonly kind: 'not-yet' }
  /** `name` will never be there. */
  | { readonly kind: 'never'; readonly name: string };

/** Milliseconds in which what was made and could not be looked at may not be there yet. */
const mayComeLate = 10 * 60_000;

/** Requests that make what this one names. */
const makersOf = ({ form }: StoredRequest): { readonly id: RequestId; readonly name: string }[] => [
  ...contactsIn(form).flatMap((choice) =>
    choice.kind === 'requested' ? [{ id: choice.requestId, name: choice.name }] : [],
  ),
  ...(form.operation === 'portalTasks.patch' ? [{ id: form.task, name: 'the task' }] : []),
];

export function neededBy(request: StoredRequest, requests: Pick<RequestStore, 'get'>): Needed {
  let needed: Needed = { kind: 'there' };
  for (const { id, name } of makersOf(request)) {
    const standing = requests.get(id)?.standing;
    if (!standing || standing.state === 'cancelled') return { kind: 'never', name };
    if (standing.state === 'done' && standing.result.id === null) return { kind: 'never', name };
    if (standing.state !== 'done') needed = { kind: 'not-yet' };
  }
  return needed;
}

/** Whether the service may refuse it only because what it names was made a moment ago. */
export const maySoonBeTaken = (
  request: StoredRequest,
  requests: Pick<RequestStore, 'get'>,
  now: number,
): boolean =>
  makersOf(request).some(({ id }) => {
    const standing = requests.get(id)?.standing;
    return standing?.state === 'done' && !standing.result.seen && now - standing.doneAt < mayComeLate;
  });

/** Ids of contacts, of requested ones as they were made. Only for a request of which everything needed is there. */
export const idsFrom =
  (requests: Pick<RequestStore, 'get'>): ContactIdOf =>
  (choice: ContactChoice) =>
    choice.kind === 'known' ? choice.contactId : (madeBy(choice.requestId, requests) ?? choice.requestId);

export function madeBy(id: RequestId, requests: Pick<RequestStore, 'get'>): string | null {
  const standing = requests.get(id)?.standing;
  return standing?.state === 'done' ? standing.result.id : null;
}

import type { FormOf, RequestForm, RequestView } from '../../../shared/model/index.ts';
import type { OpenForm } from '../../forms/opened.ts';

const ofStatus = ['status', 'closedDate', 'leadClosedDate', 'leadClosedReason'];

/** The form of a request, to be changed. */
export function openedOfRequest(request: RequestView): OpenForm {
  const { id, revision } = request;
  const form = asLastSeen(request);
  const part = form.operation === 'matters.patch' ? partOf(form) : undefined;
  return { form, edits: { id, revision }, ...(part && { part }) };
}

/** Who was shown what somebody changed saw the version that this was read from. */
function asLastSeen(request: RequestView): RequestForm {
  const { form } = request;
  if (request.state !== 'problem' || !('seen' in form)) return form;
  const { kind, version } = request.problem;
  return kind === 'changed-since' && version !== null ? { ...form, seen: version } : form;
}

/** Which of the forms about a matter made this change. */
function partOf({ changes }: FormOf<'matters.patch'>): OpenForm['part'] {
  const fields = Object.keys(changes);
  if (changes.isLead === false) return 'convert';
  if (fields.includes('status') && fields.every((field) => ofStatus.includes(field))) return 'status';
  return fields.length === 1 && fields[0] === 'personResponsibleStaffId' ? 'responsible' : undefined;
}

import type { RequestForm } from '../../../../shared/model/index.ts';
import type { RecordState } from '../../domain/request-standing.ts';
import { readActivityCode } from '../../service/activity-codes.ts';
import { parseJson } from '../../service/json.ts';
import { readMatter } from '../../service/matter.ts';
import { activityCodeView } from '../records/activity-code-view.ts';
import { matterState, relationshipState } from './changes.ts';
import type { RequestPorts } from './ports.ts';
import { comparable } from './record-state.ts';

/**
 * The record that a form changes, as it is kept here: what the person was shown, where its version is the one that they saw.
 * `seen` is that version, for a form that was filled in without the record, as of several matters at once.
 */
export function keptBase(
  form: RequestForm,
  ports: Pick<RequestPorts, 'stores' | 'names'>,
): { readonly base: RecordState | null; readonly seen: string | null } {
  const kept = keptState(form, ports);
  if (kept === null || !('seen' in form)) return { base: null, seen: null };
  return { base: form.seen === null || form.seen === kept.version ? kept : null, seen: kept.version };
}

function keptState(
  form: RequestForm,
  { stores, names }: Pick<RequestPorts, 'stores' | 'names'>,
): RecordState | null {
  if (form.operation === 'matters.patch') {
    const matter = readMatter(jsonOf(stores.matterDetails.of(form.matterId)?.raw));
    return matter.ok ? matterState(matter.value, names) : null;
  }
  if (form.operation === 'relationships.put') {
    const matter = readMatter(jsonOf(stores.matterDetails.of(form.matterId)?.raw));
    return matter.ok ? relationshipState(matter.value, form, names) : null;
  }
  if (form.operation === 'activityCodes.put') {
    const all = jsonOf(stores.keptAnswers.of('activity codes', '')?.raw);
    for (const each of Array.isArray(all) ? all : []) {
      const code = readActivityCode(each);
      if (code.ok && code.value.id === form.codeId)
        return { version: code.value.versionId, fields: comparable(activityCodeView(code.value).fields) };
    }
  }
  return null;
}

function jsonOf(raw: string | undefined) {
  const parsed = parseJson(raw ?? '');
  return parsed.ok ? parsed.value : null;
}

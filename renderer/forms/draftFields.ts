import { z } from 'zod';
import { matterIdSchema } from '../../shared/model/ids.ts';
import { matterChangesSchema, requestFormSchema, requestIdSchema } from '../../shared/model/request-forms.ts';
import type { Draft } from '../../shared/model/requests.ts';
import { formName, formTitle } from './formNames.ts';
import type { OpenForm } from './opened.ts';

/** What a draft keeps of a form that is open: written by another version of the window, perhaps. */
const fieldsSchema = z.object({
  form: requestFormSchema,
  part: z.enum(['status', 'convert', 'responsible']).optional(),
  several: z.array(matterIdSchema).optional(),
  edits: z.object({ id: requestIdSchema, revision: z.int() }).optional(),
  unread: z.array(z.string()).optional(),
  named: z.record(z.string(), z.string()).optional(),
  shown: matterChangesSchema.optional(),
  ids: z.record(z.string(), requestIdSchema).optional(),
  people: z
    .array(z.object({ id: z.uuid(), firstName: z.string(), lastName: z.string(), email: z.string() }))
    .optional(),
  unfinished: z.record(z.string(), z.string()).optional(),
});

/** Longest that what was shown is kept with a draft, in characters. */
const longestShown = 100_000;

export function fieldsOf({ draft: _draft, shown, ...opened }: OpenForm): string {
  const isKept = shown !== undefined && JSON.stringify(shown).length <= longestShown;
  return JSON.stringify({ ...opened, ...(isKept && { shown }) });
}

/** A form as it is kept as a draft. */
export function draftOf(id: string, opened: OpenForm): Omit<Draft, 'savedAt'> {
  const { form } = opened;
  const name = [formTitle(form), formName(form)].filter((part) => part !== '').join(': ');
  return {
    id,
    operation: form.operation,
    matterId: 'matterId' in form ? form.matterId : null,
    name: name.slice(0, 1_000),
    fields: fieldsOf(opened),
  };
}

/** The form that a draft keeps; null when this version of the window cannot read it. */
export function openedOf({ id, fields }: Pick<Draft, 'id' | 'fields'>): OpenForm | null {
  try {
    const { form, part, several, edits, unread, named, shown, ids, people, unfinished } = fieldsSchema.parse(
      JSON.parse(fields),
    );
    return {
      form,
      draft: id,
      ...(part && { part }),
      ...(several && { several }),
      ...(edits && { edits }),
      ...(unread && { unread }),
      ...(named && { named }),
      ...(shown && { shown }),
      ...(ids && { ids }),
      ...(people && { people }),
      ...(unfinished && { unfinished }),
    };
  } catch {
    return null;
  }
}

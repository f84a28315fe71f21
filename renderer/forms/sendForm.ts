import type { RequestForm, RequestId, RequestView } from '../../shared/model/index.ts';
import type { Client } from '../conversation/client.ts';
import { codeOf } from '../conversation/refusal.ts';
import type { NewPerson } from './opened.ts';

type Requests = Pick<Client['engine']['requests'], 'submit' | 'edit' | 'cancel'>;

interface Edit {
  readonly edits: Pick<RequestView, 'id' | 'revision'>;
  readonly form: RequestForm;
  readonly draft: string;
}

/** The persons of a form whom it names, as requests of their own. */
export const personsIn = (form: RequestForm, people: readonly NewPerson[]) => {
  const text = JSON.stringify(form);
  return people
    .filter(({ id }) => text.includes(id))
    .map(({ id, ...person }) => ({
      id: id as RequestId,
      form: { operation: 'contacts.create' as const, ...person },
    }));
};

/**
 * Changes a request, and asks for the persons whom it names now. Null once it is changed; when it is not, why, and who was asked for and
 * is not any more. Rejects when nobody says whether it is.
 */
export async function sendEdit(
  requests: Requests,
  { edits, form, draft }: Edit,
  people: readonly NewPerson[],
): Promise<{ readonly error: unknown; readonly withdrawn: readonly RequestId[] } | null> {
  const persons = personsIn(form, people);
  if (persons.length > 0) await requests.submit({ requests: persons });
  try {
    await requests.edit({ ...edits, form, draft });
    return null;
  } catch (error) {
    if (codeOf(error) === null) throw error;
    const withdrawn = await Promise.all(
      persons.map(({ id }) =>
        requests.cancel({ id }).then(
          () => [id],
          () => [],
        ),
      ),
    );
    return { error, withdrawn: withdrawn.flat() };
  }
}

/** Takes back what may have been kept by a try that nobody answered, of records that nothing is asked for any more. */
export async function withdraw(requests: Pick<Requests, 'cancel'>, ids: readonly RequestId[]): Promise<void> {
  for (const id of ids) {
    try {
      await requests.cancel({ id });
    } catch (error) {
      // It was never kept.
      if (codeOf(error) !== 'not-found') throw error;
    }
  }
}

/** What was withdrawn is asked for under another id the next time: under the old one it stays withdrawn. */
export function withNewIds<Value>(value: Value, renewed: ReadonlyMap<RequestId, RequestId>): Value {
  let text = JSON.stringify(value);
  for (const [before, after] of renewed) text = text.replaceAll(before, after);
  return JSON.parse(text) as Value;
}

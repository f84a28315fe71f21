import type { FormOf, MatterChanges, MatterId, MatterRecord } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';

type Form = FormOf<'matters.patch'>;

/** The same change for each of several matters, each as it is now; undefined where there is one. */
export function useForEach(
  several: readonly MatterId[],
  each: (record: MatterRecord, changes: MatterChanges) => MatterChanges = (_record, changes) => changes,
): ((form: Form) => Promise<Form[]>) | undefined {
  const { client } = useConversation();
  if (several.length === 1) return undefined;
  return (form) =>
    Promise.all(
      several.map(async (matterId) => {
        const record = await client.engine.records.matter({ matterId });
        const seen = matterId === form.matterId ? (form.seen ?? record.version) : record.version;
        return { ...form, matterId, seen, changes: each(record, form.changes) };
      }),
    );
}

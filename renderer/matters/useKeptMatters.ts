import { useQueries } from '@tanstack/react-query';
import type { MatterId, MatterRow } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import type { MatterPages } from './useMatterPages.ts';

/** Matters the window itself remembers, in its own order; those whose words have the text in them. */
export function useKeptMatters(ids: readonly MatterId[], text: string): MatterPages {
  const { queries } = useConversation();
  const answers = useQueries({
    queries: ids.map((matterId) => queries.engine.matters.get.queryOptions({ input: { matterId } })),
  });
  const rows = answers.flatMap(({ data }) => (data && hasWords(data, text) ? [data] : []));
  return {
    // One that is gone from the list of the service is left out.
    total: answers.some(({ isPending }) => isPending) ? null : rows.length,
    error: null,
    again() {},
    rowAt: (index) => rows[index],
    onShown() {},
  };
}

/** True when every word typed is in the number, the title, or the name of a client or of the person responsible. */
export function hasWords(
  row: Pick<MatterRow, 'number' | 'title' | 'personResponsible' | 'clientNames'>,
  text: string,
): boolean {
  const all = [row.number, row.title, row.personResponsible ?? '', ...(row.clientNames ?? [])]
    .join(' ')
    .toLocaleLowerCase();
  return text
    .toLocaleLowerCase()
    .split(/\s+/u)
    .every((word) => all.includes(word));
}

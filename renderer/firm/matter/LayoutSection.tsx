import { useQuery } from '@tanstack/react-query';
import type { MatterId, MatterRecord } from '../../../shared/model/index.ts';
import { refusalOf } from '../../conversation/refusal.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { displayName } from '../../words/displayName.ts';
import { FactTable } from './FactTable.tsx';

interface LayoutSectionProps {
  matterId: MatterId;
  layout: MatterRecord['layouts'][number];
}

/** The contacts that a layout of the matter names, by their keys. */
export function LayoutSection({ matterId, layout: { itemId, name } }: LayoutSectionProps) {
  const { queries } = useConversation();
  const { data, error } = useQuery(
    queries.engine.records.layoutContacts.queryOptions({ input: { matterId, itemId } }),
  );
  const rows = data?.rows ?? [];
  const why = error ? refusalOf(error).why : data?.problem;
  return (
    <FactTable
      title={`Layout ${name}`}
      rows={rows.map(({ key, contact }) => ({ label: key, value: contact?.name ?? 'None' }))}
    >
      {rows.length === 0 ? <p>{why ? displayName(why) : 'It names no contacts.'}</p> : null}
    </FactTable>
  );
}

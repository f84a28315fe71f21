import { useQuery } from '@tanstack/react-query';
import type { MatterId } from '../../../shared/model/index.ts';
import { refusalOf } from '../../conversation/refusal.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useRequestSettings } from '../../forms/useRequestSettings.ts';
import { displayName } from '../../words/displayName.ts';
import { billingRows } from './billingWords.ts';
import { FactTable } from './FactTable.tsx';

/** How the matter is billed, in words. */
export function BillingSection({ matterId }: { matterId: MatterId }) {
  const { queries } = useConversation();
  const [{ region }] = useRequestSettings();
  const { data, error } = useQuery(queries.engine.records.billing.queryOptions({ input: { matterId } }));
  const rows = data?.configuration ? billingRows(data.configuration, region) : [];
  const why = error ? refusalOf(error).why : data?.problem;
  return (
    <FactTable title="Billing" rows={rows}>
      {rows.length === 0 ? <p>{why ? displayName(why) : 'Nothing is known of it yet.'}</p> : null}
    </FactTable>
  );
}

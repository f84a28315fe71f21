import { makeStyles } from '@fluentui/react-components';
import { PeopleTeam48Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import type { MatterId } from '../../../shared/model/index.ts';
import { refusalOf } from '../../conversation/refusal.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { Loading } from '../../widgets/Loading.tsx';
import { RefusalBar } from '../../widgets/RefusalBar.tsx';
import { Scrollable } from '../../widgets/Scrollable.tsx';
import { Freshness } from '../Freshness.tsx';
import { BillingSection } from './BillingSection.tsx';
import { LayoutSection } from './LayoutSection.tsx';
import { RoleSection } from './RoleSection.tsx';
import { StageLine } from './StageLine.tsx';

const useStyles = makeStyles({
  tab: { height: '100%', boxSizing: 'border-box', padding: '16px' },
  age: { margin: '0 -16px' },
});

/** Who has to do with the matter and as what, where it stands, and how it is billed. Also offline. */
export function PeopleTab({ matterId }: { matterId: MatterId }) {
  const styles = useStyles();
  const { queries } = useConversation();
  const { data, error, refetch } = useQuery(
    queries.engine.records.matter.queryOptions({ input: { matterId } }),
  );
  if (!data) {
    return error ? (
      <RefusalBar refusal={refusalOf(error)} onAgain={refetch} />
    ) : (
      <Loading label="Loading people…" />
    );
  }
  if (data.version === null) {
    return (
      <EmptyState icon={<PeopleTeam48Regular />} title="Not loaded yet">
        {data.problem ?? 'Who has to do with this matter is kept here once it was read from the service.'}
      </EmptyState>
    );
  }
  return (
    <Scrollable className={styles.tab} label="People and billing">
      {data.stageSetId === null ? null : <StageLine matterId={matterId} />}
      {data.roles.map((role) => (
        <RoleSection key={role.roleId} matterId={matterId} role={role} />
      ))}
      {data.layouts.map((layout) => (
        <LayoutSection key={layout.itemId} matterId={matterId} layout={layout} />
      ))}
      <BillingSection matterId={matterId} />
      <div className={styles.age}>
        <Freshness of={data} />
      </div>
    </Scrollable>
  );
}

import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { turnTo } from '../place/usePlace.ts';
import { Loading } from '../widgets/Loading.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { ScreenHead } from '../widgets/ScreenHead.tsx';
import { Tabs } from '../widgets/Tabs.tsx';
import { FilingList } from './FilingList.tsx';
import { NothingGoesOn } from './NothingGoesOn.tsx';
import { PastActivity } from './PastActivity.tsx';

const parts = [
  { value: 'now', label: 'Now and today' },
  { value: 'past', label: 'All matters' },
] as const;

const useStyles = makeStyles({
  screen: { display: 'flex', flexDirection: 'column', height: '100%' },
  rest: { flexGrow: 1, minHeight: 0 },
});

/** What goes on between this computer and the service. */
export function ActivityScreen({ part }: { part: 'now' | 'past' }) {
  const styles = useStyles();
  return (
    <div className={styles.screen}>
      <ScreenHead title="Activity">
        <Tabs
          label="Which activity"
          tabs={parts}
          selected={part}
          onSelect={(next) => turnTo({ screen: 'activity', part: next })}
        />
      </ScreenHead>
      <div className={styles.rest}>{part === 'now' ? <FilingNow /> : <PastActivity />}</div>
    </div>
  );
}

function FilingNow() {
  const { queries } = useConversation();
  const { data, error, refetch } = useQuery(queries.engine.filing.now.queryOptions());
  if (!data)
    return error ? (
      <RefusalBar refusal={refusalOf(error)} onAgain={refetch} />
    ) : (
      <Loading label="Loading activity…" />
    );
  if (data.openTotal === 0 && data.filed.length === 0) return <NothingGoesOn />;
  return <FilingList filing={data} />;
}

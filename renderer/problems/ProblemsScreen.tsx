import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { ShieldCheckmark48Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { EmptyState } from '../widgets/EmptyState.tsx';
import { Loading } from '../widgets/Loading.tsx';
import { LongList } from '../widgets/LongList.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { ProblemCard } from './ProblemCard.tsx';

const useStyles = makeStyles({
  screen: { display: 'flex', flexDirection: 'column', height: '100%' },
  head: { padding: '12px 20px', display: 'flex', alignItems: 'baseline', gap: '12px' },
  title: { margin: 0 },
  quiet: { color: tokens.colorNeutralForeground3 },
  rest: { flexGrow: 1, minHeight: 0 },
  card: { padding: '6px 20px' },
});

export function ProblemsScreen() {
  const styles = useStyles();
  const { queries } = useConversation();
  const { data: problems, error, refetch } = useQuery(queries.engine.problems.list.queryOptions());
  const body = () => {
    if (error) return <RefusalBar refusal={refusalOf(error)} onAgain={refetch} />;
    if (!problems) return <Loading label="Checking for problems…" />;
    if (problems.length === 0) {
      return (
        <EmptyState icon={<ShieldCheckmark48Regular />} title="No problems">
          Anything that needs you appears here, with its cause and what to do.
        </EmptyState>
      );
    }
    return (
      <LongList
        region="Problems"
        label="Problems"
        items={problems}
        keyOf={({ id }) => id}
        heightOf={() => 170}
        render={(problem) => (
          <div className={styles.card}>
            <ProblemCard problem={problem} />
          </div>
        )}
      />
    );
  };
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <Text as="h1" size={500} weight="semibold" className={styles.title}>
          Problems
        </Text>
        {problems && problems.length > 0 ? (
          <Text size={200} className={styles.quiet}>
            Each save is kept safe until its problem is resolved.
          </Text>
        ) : null}
      </div>
      <div className={styles.rest}>{body()}</div>
    </div>
  );
}

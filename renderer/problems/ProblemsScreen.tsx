import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { ShieldCheckmark48Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Problem } from '../../shared/model.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { EmptyState } from '../widgets/EmptyState.tsx';
import { Loading } from '../widgets/Loading.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { useRows } from '../widgets/useRows.ts';
import { ProblemCard } from './ProblemCard.tsx';

const useStyles = makeStyles({
  screen: { display: 'flex', flexDirection: 'column', height: '100%' },
  head: { padding: '12px 20px', display: 'flex', alignItems: 'baseline', gap: '12px' },
  title: { margin: 0 },
  quiet: { color: tokens.colorNeutralForeground3 },
  rest: { flexGrow: 1, minHeight: 0 },
  scroll: {
    height: '100%',
    overflowY: 'auto',
    ':focus-visible': { outline: `2px solid ${tokens.colorBrandStroke1}`, outlineOffset: '-2px' },
  },
  list: { position: 'relative', margin: 0, padding: 0, listStyleType: 'none' },
  item: { position: 'absolute', top: 0, left: 0, right: 0, padding: '0 20px 12px' },
});

export function ProblemsScreen() {
  const styles = useStyles();
  const { queries } = useConversation();
  const { data: problems, error } = useQuery(queries.engine.problems.list.queryOptions());
  const body = () => {
    if (error) return <RefusalBar refusal={refusalOf(error)} />;
    if (!problems) return <Loading label="Looking for problems" />;
    if (problems.length > 0) return <ProblemList problems={problems} />;
    return (
      <EmptyState icon={<ShieldCheckmark48Regular />} title="No problems">
        Every save is captured and on its way or filed. Should something need you, it is shown here with its
        cause and what to do.
      </EmptyState>
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
            Each one is kept safe until it is settled.
          </Text>
        ) : null}
      </div>
      <div className={styles.rest}>{body()}</div>
    </div>
  );
}

function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const styles = useStyles();
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useRows({
    count: problems.length,
    getScrollElement: () => scroll.current,
    getItemKey: (index) => problems[index]?.id ?? index,
    estimateSize: () => 170,
    overscan: 4,
  });
  return (
    // A scrolling region has to be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={scroll} className={styles.scroll} aria-label="Problems" tabIndex={0}>
      <ul className={styles.list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const problem = problems[index];
          return problem ? (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={problems.length}
              aria-posinset={index + 1}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
            >
              <ProblemCard problem={problem} />
            </li>
          ) : null;
        })}
      </ul>
    </section>
  );
}

import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowClockwise20Regular } from '@fluentui/react-icons';
import { type RefObject, useMemo } from 'react';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation, useStatus } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
import { useNow } from '../look/useNow.ts';
import { documentsOf } from '../place/place.ts';
import { goTo } from '../place/usePlace.ts';
import { Loading } from '../widgets/Loading.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { RowGrid, type RowGridHandle } from '../widgets/RowGrid.tsx';
import { Tabs } from '../widgets/Tabs.tsx';
import { count } from '../words/count.ts';
import { clockTime, exactTime } from '../words/time.ts';
import { matterColumns } from './matterColumns.tsx';
import { filters, type MattersView } from './mattersView.ts';
import { NoMatters } from './NoMatters.tsx';
import { useMatterPages } from './useMatterPages.ts';

const useStyles = makeStyles({
  screen: { display: 'flex', flexDirection: 'column', height: '100%' },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    padding: '12px 16px 4px',
    minWidth: 0,
  },
  title: { margin: 0 },
  quiet: { color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap', fontSize: tokens.fontSizeBase200 },
  grow: { flexGrow: 1 },
  list: { flexGrow: 1, minHeight: 0 },
});

const rowHeight = 42;
const keyAt = (index: number) => index;

interface MattersScreenProps {
  view: MattersView;
  onView: (change: (before: MattersView) => MattersView) => void;
  gridRef: RefObject<RowGridHandle | null>;
  onType: () => void;
}

export function MattersScreen({ view, onView, gridRef, onType }: MattersScreenProps) {
  const styles = useStyles();
  const now = useNow();
  const { total, error, rowAt, onShown } = useMatterPages(view);
  const columns = useMemo(() => matterColumns(now), [now]);

  const open = (index: number) => {
    const row = rowAt(index);
    if (row) goTo(documentsOf(row.id));
  };
  const list = () => {
    if (error) return <RefusalBar refusal={refusalOf(error)} />;
    if (total === null) return <Loading label="Reading matters" />;
    if (total === 0) return <NoMatters view={view} onView={onView} />;
    return (
      <RowGrid
        // Another filter is another list: it starts at its top.
        key={`${view.show} ${view.text}`}
        ref={gridRef}
        label="Matters"
        columns={columns}
        count={total}
        rowAt={rowAt}
        heightAt={() => rowHeight}
        keyAt={keyAt}
        active={Math.min(view.active, total - 1)}
        onActive={(active) => onView((before) => ({ ...before, active }))}
        onOpen={open}
        openOn="click"
        onType={onType}
        onShown={onShown}
      />
    );
  };

  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <Text as="h1" size={500} weight="semibold" className={styles.title}>
          Matters
        </Text>
        <Tabs
          label="Which matters"
          tabs={filters}
          selected={view.show}
          onSelect={(show) => onView((before) => ({ ...before, show, active: 0 }))}
        />
        <span className={styles.grow} />
        {total === null ? null : <output className={styles.quiet}>{count(total, 'matter')}</output>}
        <Freshness now={now} />
      </div>
      <div className={styles.list}>{list()}</div>
    </div>
  );
}

function Freshness({ now }: { now: number }) {
  const styles = useStyles();
  const { client } = useConversation();
  const act = useAct();
  const checkedAt = useStatus()?.mattersCheckedAt ?? null;
  return (
    <>
      {checkedAt === null ? null : (
        <Text size={200} className={styles.quiet} title={exactTime(checkedAt)}>
          as of {clockTime(checkedAt, now)}
        </Text>
      )}
      <Button
        appearance="subtle"
        size="small"
        icon={<ArrowClockwise20Regular />}
        aria-label="Ask the service for matters again"
        title="Ask the service for matters again"
        onClick={() => act(() => client.engine.matters.refresh())}
      />
    </>
  );
}

import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss16Regular, History48Regular } from '@fluentui/react-icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FileId, MatterId } from '../../../shared/model.ts';
import { refusalOf } from '../../conversation/refusal.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { turnTo } from '../../place/usePlace.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { Loading } from '../../widgets/Loading.tsx';
import { Name } from '../../widgets/Name.tsx';
import { RefusalBar } from '../../widgets/RefusalBar.tsx';
import { TimelineList } from './TimelineList.tsx';

/** Entries asked for at once. */
const pageSize = 100;

const useStyles = makeStyles({
  tab: { display: 'flex', flexDirection: 'column', height: '100%' },
  filter: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    padding: '8px 16px',
    backgroundColor: tokens.colorNeutralBackground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    minWidth: 0,
  },
  words: { flexShrink: 0 },
  rest: { flexGrow: 1, minHeight: 0 },
});

/** What anyone did to the documents of a matter, or to one of them. Also offline. */
export function TimelineTab({ matterId, fileId }: { matterId: MatterId; fileId: FileId | null }) {
  const styles = useStyles();
  const { queries } = useConversation();
  const timeline = useInfiniteQuery(
    queries.engine.timeline.infiniteOptions({
      input: (before: string | null) => ({ matterId, fileId, before, limit: pageSize }),
      initialPageParam: null,
      getNextPageParam: (last) => last.next,
    }),
  );
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = timeline;
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data]);
  const showAll = () => turnTo({ screen: 'matter', matterId, tab: 'timeline', fileId: null });

  const list = () => {
    if (error && entries.length === 0) return <RefusalBar refusal={refusalOf(error)} />;
    if (!data) return <Loading label="Reading the timeline" />;
    if (entries.length === 0) {
      return (
        <EmptyState icon={<History48Regular />} title="Nothing has happened here yet">
          What anyone does to {fileId === null ? 'this matter’s documents' : 'this document'} is listed here,
          newest first.
        </EmptyState>
      );
    }
    return (
      <TimelineList
        entries={entries}
        more={hasNextPage}
        onMore={() => {
          if (!isFetchingNextPage) void fetchNextPage();
        }}
        onOnly={(only) => turnTo({ screen: 'matter', matterId, tab: 'timeline', fileId: only })}
        filtered={fileId !== null}
      />
    );
  };
  return (
    <div className={styles.tab}>
      {fileId === null ? null : (
        <div className={styles.filter}>
          <span className={styles.words}>Only</span>
          <Name text={entries[0]?.name ?? 'one document'} />
          <Button size="small" className={styles.words} icon={<Dismiss16Regular />} onClick={showAll}>
            Show everything
          </Button>
        </div>
      )}
      <div className={styles.rest}>{list()}</div>
    </div>
  );
}

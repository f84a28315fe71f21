import { makeStyles } from '@fluentui/react-components';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useConversation } from '../conversation/useConversation.ts';
import { useNow } from '../look/useNow.ts';
import { TimelineFilterBar } from '../matter/timeline/TimelineFilterBar.tsx';
import { TimelinePages } from '../matter/timeline/TimelinePages.tsx';
import { askedFilter, isFiltered, noFilter } from '../matter/timeline/timelineFilter.ts';

/** Entries asked for at once. */
const pageSize = 100;

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', height: '100%' },
  rest: { flexGrow: 1, minHeight: 0 },
});

/** What anyone did in any matter, newest first. */
export function PastActivity() {
  const styles = useStyles();
  const { queries } = useConversation();
  const now = useNow(60_000);
  const [chosen, setChosen] = useState(noFilter);
  const deferred = useDeferredValue(chosen);
  const wanted = useMemo(() => askedFilter(deferred, now), [deferred, now]);
  const timeline = useInfiniteQuery({
    ...queries.engine.activity.infiniteOptions({
      input: (before: string | null) => ({ ...wanted, before, limit: pageSize }),
      initialPageParam: null,
      getNextPageParam: (last) => last.next,
    }),
    placeholderData: keepPreviousData,
  });
  const entries = useMemo(() => timeline.data?.pages.flatMap((page) => page.entries) ?? [], [timeline.data]);
  return (
    <div className={styles.part}>
      <TimelineFilterBar chosen={chosen} onChoose={setChosen} people={[]} />
      <div className={styles.rest}>
        <TimelinePages
          timeline={timeline}
          entries={entries}
          filtered={isFiltered(chosen)}
          about="the documents of your matters"
          onOnly={null}
        />
      </div>
    </div>
  );
}

import { History48Regular, Search48Regular } from '@fluentui/react-icons';
import type { FileId, TimelineEntry } from '../../../shared/model/index.ts';
import { refusalOf } from '../../conversation/refusal.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { Loading } from '../../widgets/Loading.tsx';
import { RefusalBar } from '../../widgets/RefusalBar.tsx';
import { TimelineList } from './TimelineList.tsx';

interface TimelinePagesProps {
  timeline: {
    readonly data: unknown;
    readonly error: Error | null;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
    refetch: () => Promise<unknown>;
  };
  entries: readonly TimelineEntry[];
  filtered: boolean;
  /** Whose timeline it is, inside a sentence. */
  about: string;
  onOnly: ((fileId: FileId) => void) | null;
}

/** A timeline page by page, or why there is nothing of it to see. */
export function TimelinePages({ timeline, entries, filtered, about, onOnly }: TimelinePagesProps) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = timeline;
  if (error && entries.length === 0) return <RefusalBar refusal={refusalOf(error)} onAgain={refetch} />;
  if (data === undefined) return <Loading label="Loading timeline…" />;
  if (entries.length === 0) {
    return filtered ? (
      <EmptyState icon={<Search48Regular />} title="No matches">
        Choose a longer period or fewer filters, or press “Clear”.
      </EmptyState>
    ) : (
      <EmptyState icon={<History48Regular />} title="Nothing has happened here yet">
        What anyone does to {about} is listed here, newest first.
      </EmptyState>
    );
  }
  const more = () => {
    if (!isFetchingNextPage) void fetchNextPage();
  };
  return <TimelineList entries={entries} onMore={hasNextPage ? more : undefined} onOnly={onOnly} />;
}

import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownload16Regular, Dismiss16Regular } from '@fluentui/react-icons';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import type { FileId, FolderId, MatterId } from '../../../shared/model/index.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useAct, useTell } from '../../frame/notices.tsx';
import { useNow } from '../../look/useNow.ts';
import { turnTo } from '../../place/usePlace.ts';
import { Name } from '../../widgets/Name.tsx';
import { shortPath } from '../../words/shortPath.ts';
import { FolderSelect } from './FolderSelect.tsx';
import { TimelineChart } from './TimelineChart.tsx';
import { TimelineFilterBar } from './TimelineFilterBar.tsx';
import { TimelinePages } from './TimelinePages.tsx';
import { askedFilter, isFiltered, noFilter } from './timelineFilter.ts';

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

interface TimelineTabProps {
  matterId: MatterId;
  fileId: FileId | null;
  /** The folder it is narrowed to as one comes here. */
  folder: FolderId | null;
}

/** What anyone did to the documents of a matter, or to one of them. Also offline. */
export function TimelineTab({ matterId, fileId, folder }: TimelineTabProps) {
  const styles = useStyles();
  const { client, queries } = useConversation();
  const act = useAct();
  const tell = useTell();
  const now = useNow(60_000);
  const [chosen, setChosen] = useState(noFilter);
  const [folderId, setFolderId] = useState<FolderId | null>(folder);
  const deferred = useDeferredValue(chosen);
  const wanted = useMemo(
    () => ({ matterId, fileId, folderId, ...askedFilter(deferred, now) }),
    [matterId, fileId, folderId, deferred, now],
  );
  const { data: people } = useQuery(queries.engine.timelinePeople.queryOptions({ input: { matterId } }));
  const { data: listed } = useQuery(queries.documents.list.queryOptions({ input: { matterId, only: [] } }));
  const { data: days } = useQuery(queries.engine.timelineDays.queryOptions({ input: { matterId } }));
  const timeline = useInfiniteQuery({
    ...queries.engine.timeline.infiniteOptions({
      input: (before: string | null) => ({ ...wanted, before, limit: pageSize }),
      initialPageParam: null,
      getNextPageParam: (last) => last.next,
    }),
    placeholderData: keepPreviousData,
  });
  const entries = useMemo(() => timeline.data?.pages.flatMap((page) => page.entries) ?? [], [timeline.data]);
  const save = async () => {
    const saved = await client.timeline.export(wanted);
    if (!saved) return;
    tell({ intent: 'success', title: 'Timeline saved', lines: [`It is in ${shortPath(saved.path)}.`] });
  };
  const goOn = (only: FileId | null) => turnTo({ screen: 'matter', matterId, tab: 'timeline', fileId: only });
  return (
    <div className={styles.tab}>
      <TimelineFilterBar
        chosen={chosen}
        onChoose={(next) => {
          setChosen(next);
          if (next === noFilter) setFolderId(null);
        }}
        people={people ?? []}
      >
        <FolderSelect folders={listed?.folders ?? []} value={folderId} onChange={setFolderId} />
        <Button size="small" icon={<ArrowDownload16Regular />} onClick={() => act(save)}>
          Save as CSV…
        </Button>
      </TimelineFilterBar>
      {fileId === null && days ? (
        <TimelineChart
          days={days}
          from={chosen.period === 'between' ? chosen.from : ''}
          to={chosen.period === 'between' ? chosen.to : ''}
          onChoose={(bar) =>
            setChosen(
              bar
                ? { ...chosen, period: 'between', from: bar.from, to: bar.to }
                : { ...chosen, period: '', from: '', to: '' },
            )
          }
        />
      ) : null}
      {fileId === null ? null : (
        <div className={styles.filter}>
          <span className={styles.words}>Only</span>
          <Name text={entries[0]?.name ?? 'one document'} />
          <Button
            size="small"
            className={styles.words}
            icon={<Dismiss16Regular />}
            onClick={() => goOn(null)}
          >
            Show everything
          </Button>
        </div>
      )}
      <div className={styles.rest}>
        <TimelinePages
          timeline={timeline}
          entries={entries}
          filtered={isFiltered(chosen) || folderId !== null}
          about={fileId === null ? 'this matter’s documents' : 'this document'}
          onOnly={fileId === null ? goOn : null}
        />
      </div>
    </div>
  );
}

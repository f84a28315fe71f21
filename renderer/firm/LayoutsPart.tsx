import { makeStyles } from '@fluentui/react-components';
import { BoardSplit48Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import type { layoutsSchema } from '../../shared/model/index.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useNow } from '../look/useNow.ts';
import { EmptyState } from '../widgets/EmptyState.tsx';
import { Loading } from '../widgets/Loading.tsx';
import { Name } from '../widgets/Name.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { RowGrid } from '../widgets/RowGrid.tsx';
import { relativeTime } from '../words/time.ts';
import { Freshness } from './Freshness.tsx';

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', height: '100%' },
  rest: { flexGrow: 1, minHeight: 0 },
});

type Row = z.infer<typeof layoutsSchema>['rows'][number];

const rowHeight = () => 42;

/** The designs by which the service lays out what it asks of a matter. */
export function LayoutsPart() {
  const styles = useStyles();
  const { queries } = useConversation();
  const now = useNow();
  const [active, setActive] = useState(0);
  const { data, error, refetch } = useQuery(queries.engine.records.layouts.queryOptions());
  if (error) return <RefusalBar refusal={refusalOf(error)} onAgain={refetch} />;
  if (!data) return <Loading label="Loading layouts…" />;
  const { rows } = data;
  return (
    <div className={styles.part}>
      <div className={styles.rest}>
        {rows.length === 0 ? (
          <EmptyState icon={<BoardSplit48Regular />} title="No layouts">
            {data.problem ?? 'The service tells of none.'}
          </EmptyState>
        ) : (
          <RowGrid
            label="Layouts"
            columns={[
              {
                id: 'name',
                title: 'Name',
                width: 'minmax(120px, 1fr)',
                render: ({ name }: Row) => <Name text={name} />,
              },
              {
                id: 'changed',
                title: 'Last change',
                width: '140px',
                render: ({ lastUpdated }: Row) =>
                  lastUpdated === null ? 'Not shown' : relativeTime(lastUpdated, now),
              },
            ]}
            count={rows.length}
            rowAt={(index) => rows[index]}
            heightAt={rowHeight}
            keyAt={(index) => rows[index]?.id ?? index}
            active={Math.min(active, rows.length - 1)}
            onActive={setActive}
            onOpen={() => {}}
            openOn="double-click"
          />
        )}
      </div>
      <Freshness of={data} />
    </div>
  );
}

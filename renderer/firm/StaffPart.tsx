import { makeStyles, SearchBox, Switch } from '@fluentui/react-components';
import { People48Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffView } from '../../shared/model/index.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { EmptyState } from '../widgets/EmptyState.tsx';
import { Loading } from '../widgets/Loading.tsx';
import { Name } from '../widgets/Name.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { type Column, RowGrid } from '../widgets/RowGrid.tsx';
import { Freshness } from './Freshness.tsx';

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', height: '100%' },
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', padding: '4px 16px' },
  rest: { flexGrow: 1, minHeight: 0 },
});

const columns: readonly Column<StaffView>[] = [
  { id: 'name', title: 'Name', width: 'minmax(120px, 1fr)', render: ({ name }) => <Name text={name} /> },
  {
    id: 'title',
    title: 'Title',
    width: 'minmax(80px, 0.5fr)',
    from: 760,
    render: ({ title }) => (title === '' ? null : <Name text={title} />),
  },
  {
    id: 'email',
    title: 'Email',
    width: 'minmax(120px, 1fr)',
    from: 420,
    render: ({ email }) => (email ? <Name text={email} /> : null),
  },
  {
    id: 'phone',
    title: 'Phone',
    width: '140px',
    from: 560,
    render: ({ phone }) => (phone ? <Name text={phone} /> : null),
  },
  {
    id: 'cell',
    title: 'Mobile',
    width: '140px',
    from: 900,
    render: ({ cell }) => (cell ? <Name text={cell} /> : null),
  },
  {
    id: 'state',
    title: 'Status',
    width: '110px',
    render: ({ former, enabled }) => (former ? 'Left the firm' : enabled === false ? 'Disabled' : 'Current'),
  },
];

/** Who works at the firm, and who did. */
export function StaffPart() {
  const styles = useStyles();
  const { queries } = useConversation();
  const [text, setText] = useState('');
  const [withFormer, setWithFormer] = useState(false);
  const [active, setActive] = useState(0);
  const { data, error, refetch } = useQuery(queries.engine.records.staff.queryOptions());
  if (error) return <RefusalBar refusal={refusalOf(error)} onAgain={refetch} />;
  if (!data) return <Loading label="Loading staff…" />;
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
  const rows = data.rows.filter(
    ({ former, name, email, title }) =>
      (withFormer || !former) &&
      words.every((word) => `${name} ${email ?? ''} ${title}`.toLowerCase().includes(word)),
  );
  return (
    <div className={styles.part}>
      <div className={styles.bar}>
        <SearchBox
          aria-label="Find staff"
          placeholder="Find staff"
          value={text}
          onChange={(_event, data_) => setText(data_.value)}
        />
        <Switch
          label="Include former staff"
          checked={withFormer}
          onChange={(_event, { checked }) => setWithFormer(checked)}
        />
      </div>
      <div className={styles.rest}>
        {rows.length === 0 ? (
          <EmptyState
            icon={<People48Regular />}
            title={data.rows.length === 0 ? 'No staff known yet' : 'Nobody found'}
          >
            {data.problem}
          </EmptyState>
        ) : (
          <RowGrid
            key={`${text} ${withFormer}`}
            label="Staff"
            columns={columns}
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

const rowHeight = () => 42;

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a dot that its style draws */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Pin16Filled } from '@fluentui/react-icons';
import type { MatterId, MatterRow } from '../../shared/model/index.ts';
import { Name } from '../widgets/Name.tsx';
import type { Column } from '../widgets/RowGrid.tsx';
import { exactTime, relativeTime } from '../words/time.ts';
import { Clients } from './Clients.tsx';
import { FolderMarks } from './FolderMarks.tsx';
import { MatterStatus } from './MatterStatus.tsx';
import { type MattersSort, type Shown, sortAfterClick } from './mattersView.ts';

const useStyles = makeStyles({
  /** Weight is for what is new to the person, or theirs among others'. */
  heavy: { fontWeight: tokens.fontWeightSemibold },
  number: { color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
  titleCell: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  title: { minWidth: '48px' },
  dot: {
    flexShrink: 0,
    width: '8px',
    height: '8px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorBrandForeground1,
    '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
  },
  /** A word from the service may be long: the title has the better part of the room. A usual one is never cut. */
  tag: {
    flexShrink: 0,
    maxWidth: '40%',
    boxSizing: 'border-box',
    padding: '0 6px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  pin: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
  grow: { flexGrow: 1 },
  time: { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
});

interface ColumnsFor {
  now: number;
  pinned: readonly MatterId[];
  show: Shown;
  /** What the person is called; null while nobody knows. */
  ownName: string | null;
  /** Null where the order is the window's own. */
  sort: MattersSort | null;
  onSort: (sort: MattersSort) => void;
}

/** Views in which all matters are open: there the status says nothing, except of one that is not quite. */
const openViews: readonly Shown[] = ['open', 'mine', 'leads'];

export function matterColumns({ now, pinned, show, ownName, sort, onSort }: ColumnsFor): Column<MatterRow>[] {
  const by = (column: MattersSort['by']): Pick<Column<MatterRow>, 'sort'> =>
    sort === null
      ? {}
      : {
          sort: {
            order: sort.by !== column ? 'none' : sort.direction === 'up' ? 'ascending' : 'descending',
            toggle: () => onSort(sortAfterClick(sort, column)),
          },
        };
  const isAllOpen = openViews.includes(show);
  const columns: (Column<MatterRow> | null)[] = [
    {
      id: 'number',
      ...by('number'),
      title: 'Number',
      width: '100px',
      render: (row) => <MatterNumber row={row} />,
    },
    {
      id: 'title',
      ...by('title'),
      title: 'Matter',
      always: true,
      width: 'minmax(160px, 1.5fr)',
      render: (row) => (
        <MatterTitle
          row={row}
          isPinned={pinned.includes(row.id)}
          isMine={show !== 'mine' && ownName !== null && row.personResponsible === ownName}
          withStatus={isAllOpen}
          isLeads={show === 'leads'}
        />
      ),
    },
    {
      id: 'clients',
      title: 'Clients',
      width: 'minmax(110px, 1fr)',
      from: 560,
      render: (row) => <Clients of={row} />,
    },
    isAllOpen
      ? null
      : {
          id: 'status',
          ...by('status'),
          title: 'Status',
          width: '100px',
          from: 640,
          render: (row) => <MatterStatus status={row.status} />,
        },
    show === 'mine'
      ? null
      : {
          id: 'responsible',
          ...by('responsible'),
          title: 'Responsible',
          width: 'minmax(96px, 0.5fr)',
          from: 820,
          render: (row) => (row.personResponsible ? <Name text={row.personResponsible} /> : null),
        },
    {
      id: 'changed',
      ...by('lastChange'),
      title: 'Last change',
      width: '116px',
      from: 640,
      render: (row) => <LastChange at={row.lastChangeAt} now={now} />,
    },
  ];
  return columns.filter((column) => column !== null);
}

/** Columns that can be left out, whatever the view. */
export const optionalMatterColumns = [
  { id: 'number', title: 'Number' },
  { id: 'clients', title: 'Clients' },
  { id: 'status', title: 'Status' },
  { id: 'responsible', title: 'Responsible' },
  { id: 'changed', title: 'Last change' },
] as const;

function MatterNumber({ row }: { row: MatterRow }) {
  const styles = useStyles();
  return row.number === '' ? null : <Name text={row.number} className={styles.number} />;
}

interface MatterTitleProps {
  row: MatterRow;
  isPinned: boolean;
  isMine: boolean;
  withStatus: boolean;
  isLeads: boolean;
}

function MatterTitle({ row, isPinned, isMine, withStatus, isLeads }: MatterTitleProps) {
  const styles = useStyles();
  return (
    <span className={styles.titleCell}>
      {row.unread ? (
        <span
          role="img"
          aria-label="Changed since you looked"
          title="Changed since you looked"
          className={styles.dot}
        />
      ) : null}
      <Name text={row.title} className={mergeClasses(styles.title, (row.unread || isMine) && styles.heavy)} />
      {isPinned ? <Pin16Filled aria-label="Pinned" className={styles.pin} /> : null}
      {row.isLead && !isLeads ? <span className={styles.tag}>Lead</span> : null}
      {withStatus && row.status !== 'Open' ? <Name text={row.status} className={styles.tag} /> : null}
      <span className={styles.grow} />
      <FolderMarks row={row} />
    </span>
  );
}

function LastChange({ at, now }: { at: string | null; now: number }) {
  const styles = useStyles();
  if (at === null) return null;
  return (
    <time dateTime={at} title={exactTime(at)} className={styles.time}>
      {relativeTime(at, now)}
    </time>
  );
}

import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  Clock16Regular,
  ErrorCircle16Filled,
  FolderLink16Regular,
  PauseCircle16Regular,
  Pin16Filled,
} from '@fluentui/react-icons';
import type { MatterId, MatterRow } from '../../shared/model/index.ts';
import { Name } from '../widgets/Name.tsx';
import type { Column } from '../widgets/RowGrid.tsx';
import { count } from '../words/count.ts';
import { displayName } from '../words/displayName.ts';
import { exactTime, relativeTime } from '../words/time.ts';
import { Clients } from './Clients.tsx';
import { MatterStatus } from './MatterStatus.tsx';
import { type MattersSort, sortAfterClick } from './mattersView.ts';

const useStyles = makeStyles({
  title: { fontWeight: tokens.fontWeightSemibold },
  number: { color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
  quiet: { color: tokens.colorNeutralForeground3 },
  titleCell: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  lead: {
    flexShrink: 0,
    padding: '0 6px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  pin: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
  time: { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
  folder: { display: 'flex', alignItems: 'center', gap: '10px', minWidth: 0, whiteSpace: 'nowrap' },
  mark: { display: 'inline-flex', alignItems: 'center', gap: '4px' },
  linked: { color: tokens.colorNeutralForeground2 },
  waiting: { color: tokens.colorBrandForeground1 },
  bad: { color: tokens.colorStatusDangerForeground1 },
});

interface ColumnsFor {
  now: number;
  pinned: readonly MatterId[];
  /** Null where the order is the window's own. */
  sort: MattersSort | null;
  onSort: (sort: MattersSort) => void;
}

export function matterColumns({ now, pinned, sort, onSort }: ColumnsFor): Column<MatterRow>[] {
  const by = (column: MattersSort['by']): Pick<Column<MatterRow>, 'sort'> =>
    sort === null
      ? {}
      : {
          sort: {
            order: sort.by !== column ? 'none' : sort.direction === 'up' ? 'ascending' : 'descending',
            toggle: () => onSort(sortAfterClick(sort, column)),
          },
        };
  return [
    {
      id: 'number',
      ...by('number'),
      title: 'Number',
      width: '96px',
      render: (row) => <MatterNumber row={row} />,
    },
    {
      id: 'title',
      ...by('title'),
      title: 'Matter',
      width: 'minmax(160px, 1fr)',
      render: (row) => <MatterTitle row={row} pinned={pinned.includes(row.id)} />,
    },
    {
      id: 'clients',
      title: 'Clients',
      width: 'minmax(72px, 0.36fr)',
      from: 900,
      render: (row) => <Clients of={row} />,
    },
    {
      id: 'status',
      ...by('status'),
      title: 'Status',
      width: '92px',
      from: 560,
      render: (row) => <MatterStatus status={row.status} />,
    },
    {
      id: 'responsible',
      ...by('responsible'),
      title: 'Responsible',
      width: 'minmax(96px, 0.36fr)',
      from: 740,
      render: (row) => (row.personResponsible ? <Name text={row.personResponsible} /> : null),
    },
    {
      id: 'changed',
      ...by('lastChange'),
      title: 'Last change',
      width: '106px',
      from: 640,
      render: (row) => <LastChange at={row.lastChangeAt} now={now} />,
    },
    { id: 'folder', title: 'Folder', width: '124px', render: (row) => <FolderMarks row={row} /> },
  ];
}

function MatterNumber({ row }: { row: MatterRow }) {
  const styles = useStyles();
  return row.number === '' ? null : <Name text={row.number} className={styles.number} />;
}

function MatterTitle({ row, pinned }: { row: MatterRow; pinned: boolean }) {
  const styles = useStyles();
  return (
    <span className={styles.titleCell}>
      <Name text={row.title} className={styles.title} />
      {pinned ? <Pin16Filled aria-label="Pinned" className={styles.pin} /> : null}
      {row.isLead ? <span className={styles.lead}>Lead</span> : null}
    </span>
  );
}

function LastChange({ at, now }: { at: string | null; now: number }) {
  const styles = useStyles();
  if (at === null) return <span className={styles.quiet}>Not known yet</span>;
  return (
    <time dateTime={at} title={exactTime(at)} className={styles.time}>
      {relativeTime(at, now)}
    </time>
  );
}

function FolderMarks({ row }: { row: MatterRow }) {
  const styles = useStyles();
  const { linkedFolder, waiting, problems, paused } = row;
  if (linkedFolder === null && waiting === 0 && problems === 0 && !paused) return null;
  return (
    <span className={styles.folder}>
      {problems > 0 ? (
        <span className={mergeClasses(styles.mark, styles.bad)}>
          <ErrorCircle16Filled aria-hidden />
          {count(problems, 'problem')}
        </span>
      ) : null}
      {waiting > 0 ? (
        <span
          className={mergeClasses(styles.mark, styles.waiting)}
          title={count(waiting, 'save waits', 'saves wait')}
        >
          <Clock16Regular aria-hidden />
          {problems > 0 ? waiting : count(waiting, 'waiting', 'waiting')}
        </span>
      ) : null}
      {paused && problems === 0 && waiting === 0 ? (
        <span className={mergeClasses(styles.mark, styles.waiting)}>
          <PauseCircle16Regular aria-hidden />
          Paused
        </span>
      ) : null}
      {linkedFolder !== null && waiting === 0 && problems === 0 && !paused ? (
        <span className={mergeClasses(styles.mark, styles.linked)} title={displayName(linkedFolder)}>
          <FolderLink16Regular aria-hidden />
          Linked
        </span>
      ) : null}
    </span>
  );
}

import { makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import type { DocumentRow } from '../../../shared/model/index.ts';
import { FileIcon } from '../../widgets/FileIcon.tsx';
import { Name } from '../../widgets/Name.tsx';
import type { Column } from '../../widgets/RowGrid.tsx';
import { StateLabel } from '../../widgets/StateLabel.tsx';
import { displayName } from '../../words/displayName.ts';
import { stateDetail, stateLine } from '../../words/states.ts';
import { exactTime, relativeTime } from '../../words/time.ts';
import { type DocumentOrder, orderAfterClick } from './documentRows.ts';

const plainHeight = 46;
const detailedHeight = 60;

/** Height of a row in pixels: one with something to explain is taller. */
export function documentRowHeight(row: DocumentRow, withPath: boolean): number {
  const more = row.detail !== null || row.nextTryAt !== null || row.progress !== null || withPath;
  return more ? detailedHeight : plainHeight;
}

const useStyles = makeStyles({
  name: { display: 'flex', alignItems: 'center', gap: '10px', minWidth: 0 },
  icon: { flexShrink: 0, color: tokens.colorNeutralForeground2 },
  lines: { display: 'flex', flexDirection: 'column', minWidth: 0, flexGrow: 1 },
  small: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  number: { fontVariantNumeric: 'tabular-nums' },
  bar: { marginTop: '4px', maxWidth: '160px' },
});

interface ColumnsFor {
  now: number;
  order: DocumentOrder;
  onOrder: (order: DocumentOrder) => void;
  /** The folder a document is in, when documents of several folders are shown. */
  pathOf: ((row: DocumentRow) => string) | null;
}

export function documentColumns({ now, order, onOrder, pathOf }: ColumnsFor): Column<DocumentRow>[] {
  const sort = (by: DocumentOrder['by']): NonNullable<Column<DocumentRow>['sort']> => ({
    order: order.by !== by ? 'none' : order.descending ? 'descending' : 'ascending',
    toggle: () => onOrder(orderAfterClick(order, by)),
  });
  return [
    {
      id: 'name',
      title: 'Name',
      width: 'minmax(120px, 1.2fr)',
      sort: sort('name'),
      render: (row) => <NameCell row={row} path={pathOf?.(row) ?? null} />,
    },
    {
      id: 'state',
      title: 'State',
      width: 'minmax(130px, 0.8fr)',
      sort: sort('state'),
      render: (row) => <StateCell row={row} now={now} />,
    },
    { id: 'versions', title: 'Versions', width: '60px', from: 480, render: (row) => <Versions row={row} /> },
    {
      id: 'changed',
      title: 'Changed',
      width: 'minmax(110px, 0.6fr)',
      from: 400,
      sort: sort('changed'),
      render: (row) => <ChangedCell row={row} now={now} />,
    },
  ];
}

function NameCell({ row, path }: { row: DocumentRow; path: string | null }) {
  const styles = useStyles();
  return (
    <span className={styles.name}>
      <FileIcon name={row.name} className={styles.icon} />
      <span className={styles.lines}>
        <Name text={row.name} />
        {path === null ? null : <Name text={path} className={styles.small} />}
      </span>
    </span>
  );
}

function StateCell({ row, now }: { row: DocumentRow; now: number }) {
  const styles = useStyles();
  const detail = stateDetail(row, now);
  const shown = detail === null ? null : displayName(detail);
  return (
    <span className={styles.lines}>
      <StateLabel state={row.state} words={stateLine(row)} />
      {row.progress ? (
        <ProgressBar
          className={styles.bar}
          aria-label={`Sending ${displayName(row.name)}`}
          value={row.progress.sent}
          max={Math.max(1, row.progress.of)}
        />
      ) : null}
      {shown === null ? null : (
        <span className={styles.small} title={shown}>
          {shown}
        </span>
      )}
    </span>
  );
}

function Versions({ row }: { row: DocumentRow }) {
  return <span className={useStyles().number}>{row.versions === 0 ? '–' : row.versions}</span>;
}

function ChangedCell({ row, now }: { row: DocumentRow; now: number }) {
  const styles = useStyles();
  if (row.changedAt === null) return null;
  const by = row.changedBy === null ? '' : `, ${displayName(row.changedBy)}`;
  return (
    <span className={styles.lines} title={`${exactTime(row.changedAt)}${by}`}>
      <time dateTime={row.changedAt}>{relativeTime(row.changedAt, now)}</time>
      {row.changedBy === null ? null : <Name text={row.changedBy} className={styles.small} />}
    </span>
  );
}

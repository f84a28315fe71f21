import { makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import type { DocumentRow } from '../../../shared/model/index.ts';
import { FileIcon } from '../../widgets/FileIcon.tsx';
import { Name } from '../../widgets/Name.tsx';
import type { Column } from '../../widgets/RowGrid.tsx';
import { StateLabel } from '../../widgets/StateLabel.tsx';
import { displayName } from '../../words/displayName.ts';
import { sizeWords } from '../../words/size.ts';
import { stateDetail, stateLine } from '../../words/states.ts';
import { exactTime, relativeTime } from '../../words/time.ts';
import { type DocumentOrder, orderAfterClick } from './documentRows.ts';

/** Height of a row in pixels, whatever there is to tell of it: nothing moves while it is sent. */
export const documentRowHeights = { comfortable: 44, compact: 28 } as const;

/** Columns that can be left out. */
export const optionalDocumentColumns = [
  { id: 'state', title: 'State' },
  { id: 'versions', title: 'Versions' },
  { id: 'changed', title: 'Changed' },
  { id: 'size', title: 'Size' },
] as const;

const useStyles = makeStyles({
  name: { display: 'flex', alignItems: 'center', gap: '10px', minWidth: 0 },
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
  line: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  bar: { maxWidth: '160px' },
  time: { flexShrink: 0 },
  under: { height: '16px', display: 'flex', alignItems: 'center' },
});

interface ColumnsFor {
  now: number;
  order: DocumentOrder;
  onOrder: (order: DocumentOrder) => void;
  /** The folder a document is in, when documents of several folders are shown. */
  pathOf: ((row: DocumentRow) => string) | null;
  /** One line for each. */
  isCompact: boolean;
}

export function documentColumns({
  now,
  order,
  onOrder,
  pathOf,
  isCompact,
}: ColumnsFor): Column<DocumentRow>[] {
  const sort = (by: DocumentOrder['by']): NonNullable<Column<DocumentRow>['sort']> => ({
    order: order.by !== by ? 'none' : order.descending ? 'descending' : 'ascending',
    toggle: () => onOrder(orderAfterClick(order, by)),
  });
  return [
    {
      id: 'name',
      title: 'Name',
      always: true,
      width: 'minmax(120px, 1.4fr)',
      sort: sort('name'),
      render: (row) => <NameCell row={row} path={pathOf?.(row) ?? null} isCompact={isCompact} />,
    },
    {
      id: 'state',
      title: 'State',
      width: 'minmax(130px, 0.8fr)',
      sort: sort('state'),
      render: (row) => <StateCell row={row} now={now} isCompact={isCompact} />,
    },
    { id: 'versions', title: 'Versions', width: '60px', from: 480, render: (row) => <Versions row={row} /> },
    {
      id: 'changed',
      title: 'Changed',
      width: isCompact ? 'minmax(110px, 0.8fr)' : 'minmax(110px, 0.6fr)',
      from: 400,
      sort: sort('changed'),
      render: (row) => <ChangedCell row={row} now={now} isCompact={isCompact} />,
    },
    {
      id: 'size',
      title: 'Size',
      width: '76px',
      from: 640,
      sort: sort('size'),
      render: (row) => <Size row={row} />,
    },
  ];
}

interface CellProps {
  row: DocumentRow;
  isCompact: boolean;
}

function NameCell({ row, path, isCompact }: CellProps & { path: string | null }) {
  const styles = useStyles();
  return (
    <span className={styles.name}>
      <FileIcon name={row.name} />
      <span className={isCompact ? styles.line : styles.lines}>
        <Name text={row.name} />
        {path === null ? null : <Name text={path} className={styles.small} />}
      </span>
    </span>
  );
}

function StateCell({ row, now, isCompact }: CellProps & { now: number }) {
  const styles = useStyles();
  const detail = stateDetail(row, now);
  const shown = detail === null ? null : displayName(detail);
  const progress = row.progress ? (
    <ProgressBar
      className={styles.bar}
      aria-label={`Sending ${displayName(row.name)}`}
      value={row.progress.sent}
      max={Math.max(1, row.progress.of)}
    />
  ) : null;
  const label = (
    <StateLabel state={row.state} words={stateLine(row)} {...(shown !== null && { more: shown })} />
  );
  if (isCompact) return label;
  return (
    <span className={styles.lines}>
      {label}
      {progress ? <span className={styles.under}>{progress}</span> : null}
      {shown === null || progress ? null : (
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

function Size({ row }: { row: DocumentRow }) {
  const styles = useStyles();
  return row.size === null ? null : <span className={styles.number}>{sizeWords(row.size)}</span>;
}

function ChangedCell({ row, now, isCompact }: CellProps & { now: number }) {
  const styles = useStyles();
  if (row.changedAt === null) return null;
  const by = row.changedBy === null ? '' : `, ${displayName(row.changedBy)}`;
  return (
    <span className={isCompact ? styles.line : styles.lines} title={`${exactTime(row.changedAt)}${by}`}>
      <time dateTime={row.changedAt} className={styles.time}>
        {relativeTime(row.changedAt, now)}
      </time>
      {row.changedBy === null ? null : <Name text={row.changedBy} className={styles.small} />}
    </span>
  );
}

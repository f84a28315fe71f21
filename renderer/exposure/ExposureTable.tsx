import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ExposureRow } from '../../shared/model/index.ts';
import { displayName } from '../words/displayName.ts';
import { sizeWords } from '../words/size.ts';
import { clockTime, exactTime } from '../words/time.ts';
import { exposureWords } from './exposureWords.ts';

const useStyles = makeStyles({
  table: { borderCollapse: 'collapse', width: '100%', tableLayout: 'fixed' },
  cell: {
    padding: '6px 12px 6px 4px',
    textAlign: 'start',
    verticalAlign: 'top',
    fontWeight: tokens.fontWeightRegular,
    overflowWrap: 'anywhere',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  head: {
    position: 'sticky',
    top: 0,
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  time: { width: '104px' },
  block: { display: 'block' },
  quiet: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface ExposureTableProps {
  rows: readonly ExposureRow[];
  /** Each says of which matter it is. */
  isOfAll: boolean;
  now: number;
}

export function ExposureTable({ rows, isOfAll, now }: ExposureTableProps) {
  const styles = useStyles();
  const heads = [
    { title: 'Document', style: undefined },
    { title: 'From', style: styles.time },
    { title: 'Until', style: styles.time },
    { title: 'How', style: undefined },
  ];
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {heads.map(({ title, style }) => (
            <th key={title} scope="col" className={mergeClasses(styles.cell, styles.head, style)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // A version may have been here several times.
          <tr key={`${row.matterId} ${row.fileId} ${row.sha256} ${row.from} ${index}`}>
            <th scope="row" className={styles.cell}>
              <bdi>{displayName(row.name)}</bdi>
              <span className={styles.quiet}>
                {isOfAll ? <bdi className={styles.block}>{displayName(matterWords(row))}</bdi> : null}
                {row.size === null ? '' : `${sizeWords(row.size)}, `}
                <span title={`SHA-256 ${row.sha256}`}>{row.sha256.slice(0, 12)}</span>
              </span>
            </th>
            <td className={styles.cell}>
              {row.from === null ? 'Not known' : <Time at={row.from} now={now} />}
            </td>
            <td className={styles.cell}>
              <Until end={row.end} now={now} />
            </td>
            <td className={styles.cell}>{exposureWords(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const matterWords = ({ matter, matterId }: ExposureRow): string =>
  matter === null ? `matter ${matterId}` : `${matter.number} ${matter.title}`;

function Until({ end, now }: Pick<ExposureRow, 'end'> & { now: number }) {
  if (end.kind === 'here') return 'Still here';
  if (end.kind === 'gone') return <Time at={end.at} now={now} />;
  return (
    <>
      Not known since <Time at={end.since} now={now} />
    </>
  );
}

function Time({ at, now }: { at: string; now: number }) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {clockTime(at, now)}
    </time>
  );
}

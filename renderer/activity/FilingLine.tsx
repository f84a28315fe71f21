import { Button, Link, makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import type { FilingRow } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
import { documentsOf, hashOf } from '../place/place.ts';
import { FileIcon } from '../widgets/FileIcon.tsx';
import { Name } from '../widgets/Name.tsx';
import { StateLabel } from '../widgets/StateLabel.tsx';
import { displayName } from '../words/displayName.ts';
import { progressLine, waitingLine } from '../words/filing.ts';
import { sizeWords } from '../words/size.ts';
import { stateWords } from '../words/states.ts';
import { clockTime, exactTime } from '../words/time.ts';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) minmax(150px, 0.9fr) 96px',
    columnGap: '12px',
    alignItems: 'center',
    padding: '7px 16px',
    minHeight: '60px',
    boxSizing: 'border-box',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  icon: { color: tokens.colorNeutralForeground2 },
  lines: { display: 'flex', flexDirection: 'column', minWidth: 0, gap: '2px' },
  name: { color: tokens.colorNeutralForeground1, minWidth: 0 },
  small: {
    display: 'flex',
    columnGap: '6px',
    minWidth: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    '@media (max-width: 760px)': { flexWrap: 'wrap' },
  },
  fixed: { flexShrink: 0 },
  words: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
  bar: { maxWidth: '220px' },
  end: { justifySelf: 'end' },
});

/** A save: whose it is, how far it has come, and what can be done about it. */
export function FilingLine({ row, now }: { row: FilingRow; now: number }) {
  const styles = useStyles();
  const words = progressLine(row, now) ?? waitingLine(row, now);
  return (
    <div className={styles.row}>
      <FileIcon name={row.name} className={styles.icon} />
      <div className={styles.lines}>
        <Link href={hashOf(documentsOf(row.matterId, null, row.fileId))} className={styles.name}>
          <Name text={row.name} />
        </Link>
        <span className={styles.small}>
          {row.matter === null ? null : <Name text={row.matter} />}
          <span className={styles.fixed} title={exactTime(row.savedAt)}>
            {row.change === 'metadata' ? 'renamed or moved' : sizeWords(row.size)}, saved{' '}
            {clockTime(row.savedAt, now)}
          </span>
        </span>
      </div>
      <div className={styles.lines}>
        <StateLabel state={row.state} words={stateLine(row, now)} />
        {row.progress ? (
          <ProgressBar
            className={styles.bar}
            aria-label={`Sending ${displayName(row.name)}`}
            value={row.progress.sent}
            max={Math.max(1, row.size)}
          />
        ) : null}
        {words === null ? null : <span className={styles.words}>{displayName(words)}</span>}
      </div>
      <span className={styles.end}>
        <Action row={row} />
      </span>
    </div>
  );
}

function stateLine({ state, filedAt }: FilingRow, now: number): string {
  const { label } = stateWords[state];
  return filedAt === null ? label : `${label}, ${clockTime(filedAt, now)}`;
}

/** The one thing worth doing about a save; nothing for one that goes by itself. */
function Action({ row }: { row: FilingRow }) {
  const { client } = useConversation();
  const act = useAct();
  const { matterId, fileId } = row;
  const name = displayName(row.name);
  if (row.state === 'problem') {
    return (
      <Link href={hashOf({ screen: 'problems' })} aria-label={`Resolve the problem with ${name}`}>
        Resolve…
      </Link>
    );
  }
  if (row.waitsFor === 'resume-document') {
    return (
      <Button
        size="small"
        aria-label={`Resume filing of ${name}`}
        onClick={() => act(() => client.engine.pauseDocument({ matterId, fileId, paused: false }))}
      >
        Resume
      </Button>
    );
  }
  if (row.waitsFor === 'turn' || row.waitsFor === 'service') {
    return (
      <Button
        size="small"
        appearance="subtle"
        aria-label={`Pause filing of ${name}`}
        onClick={() => act(() => client.engine.pauseDocument({ matterId, fileId, paused: true }))}
      >
        Pause
      </Button>
    );
  }
  if (row.waitsFor !== 'next-try') return null;
  return (
    <Button
      size="small"
      aria-label={`Try ${name} now`}
      onClick={() => act(() => client.engine.filing.tryNow({ matterId, fileId }))}
    >
      Try now
    </Button>
  );
}

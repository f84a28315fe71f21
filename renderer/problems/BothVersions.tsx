import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Problem } from '../../shared/model/index.ts';
import { displayName } from '../words/displayName.ts';
import { sizeWords } from '../words/size.ts';
import { clockTime, exactTime } from '../words/time.ts';

const useStyles = makeStyles({
  both: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))',
    gap: '8px',
    margin: '8px 0 0',
  },
  side: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    alignItems: 'flex-start',
    padding: '10px 12px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
    overflowWrap: 'anywhere',
  },
  heading: { margin: 0 },
  quiet: { color: tokens.colorNeutralForeground3 },
  open: { marginTop: '6px' },
  /** Under both of them. */
  compare: { gridColumn: '1 / -1', justifySelf: 'start' },
});

interface BothVersionsProps {
  conflict: NonNullable<Problem['conflict']>;
  now: number;
  onOpenMine: (() => void) | null;
  onOpenTheirs: (() => void) | null;
  /** Null where one of them cannot be had, or they cannot be compared. */
  onCompare: (() => void) | null;
}

/** The two versions of a document side by side, so that the person can choose. */
export function BothVersions({
  conflict: { mine, theirs },
  now,
  onOpenMine,
  onOpenTheirs,
  onCompare,
}: BothVersionsProps) {
  const styles = useStyles();
  return (
    <div className={styles.both}>
      <Side title="Yours">
        <span title={exactTime(mine.savedAt)}>Saved {clockTime(mine.savedAt, now)}</span>
        <span className={styles.quiet}>{sizeWords(mine.size)}, on this computer</span>
        {onOpenMine ? (
          <Button size="small" className={styles.open} onClick={onOpenMine}>
            Open mine
          </Button>
        ) : null}
      </Side>
      <Side title="Theirs">
        <span title={theirs.filedAt === null ? undefined : exactTime(theirs.filedAt)}>
          {theirs.filedAt === null ? 'Filed already' : `Filed ${clockTime(theirs.filedAt, now)}`}
          {theirs.who === null ? null : (
            <>
              {' '}
              by <bdi>{displayName(theirs.who)}</bdi>
            </>
          )}
        </span>
        <span className={styles.quiet}>{whereTheirsIs[theirs.fetchable ?? 'no']}</span>
        {onOpenTheirs ? (
          <Button size="small" className={styles.open} onClick={onOpenTheirs}>
            Open theirs
          </Button>
        ) : null}
      </Side>
      {onCompare ? (
        <Button size="small" className={styles.compare} onClick={onCompare}>
          Compare both…
        </Button>
      ) : null}
    </div>
  );
}

const whereTheirsIs = {
  no: 'In the service only: it offers no way to fetch it. Open it in the service’s own window to compare.',
  perhaps:
    'In the service only. Where that offers no way to fetch it, open it in the service’s own window to compare.',
  yes: 'In the service only. A copy to read is fetched from there.',
} as const;

function Side({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <section aria-label={title} className={styles.side}>
      <Text as="h3" size={300} weight="semibold" className={styles.heading}>
        {title}
      </Text>
      {children}
    </section>
  );
}

import { Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ErrorCircle20Filled } from '@fluentui/react-icons';
import type { Problem } from '../../shared/model/index.ts';
import { useNow } from '../look/useNow.ts';
import { documentsOf, hashOf } from '../place/place.ts';
import { Name } from '../widgets/Name.tsx';
import { displayName } from '../words/displayName.ts';
import { exactTime, relativeTime, untilTime } from '../words/time.ts';
import { ActionButton } from './ActionButton.tsx';
import { BothVersions } from './BothVersions.tsx';
import { shownOf } from './shown.ts';
import { useProblemActions } from './useProblemActions.ts';

const useStyles = makeStyles({
  card: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    columnGap: '12px',
    padding: '14px 16px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  icon: { color: tokens.colorStatusDangerForeground1, marginTop: '1px' },
  body: { minWidth: 0, display: 'flex', flexDirection: 'column', gap: '4px', overflowWrap: 'anywhere' },
  subject: {
    display: 'flex',
    alignItems: 'baseline',
    columnGap: '8px',
    minWidth: 0,
    '@media (max-width: 760px)': { flexWrap: 'wrap' },
  },
  name: { fontWeight: tokens.fontWeightSemibold, fontSize: tokens.fontSizeBase400, margin: 0, minWidth: 0 },
  matter: { minWidth: '5em', flexShrink: 3 },
  quiet: { color: tokens.colorNeutralForeground3, margin: 0 },
  line: { margin: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '8px', ':empty': { display: 'none' } },
});

export function ProblemCard({ problem }: { problem: Problem }) {
  const styles = useStyles();
  const now = useNow(1_000);
  const { busy, act, openMine, openTheirs } = useProblemActions(problem);
  const { subject, matterId, matterTitle, fileId, conflict } = problem;
  return (
    <article className={styles.card}>
      <ErrorCircle20Filled aria-hidden className={styles.icon} />
      <div className={styles.body}>
        <div className={styles.subject}>
          <h2 className={styles.name}>
            <Name text={subject ?? 'Your account'} />
          </h2>
          {matterId !== null && matterTitle !== null ? (
            <Link href={hashOf(documentsOf(matterId, null, fileId))} className={styles.matter}>
              <Name text={matterTitle} />
            </Link>
          ) : null}
        </div>
        <Text as="p" weight="semibold" className={styles.line}>
          {displayName(problem.what)}
        </Text>
        <p className={styles.line}>{displayName(problem.why)}</p>
        <p className={styles.line}>{displayName(problem.next)}</p>
        <p className={styles.quiet}>
          <span title={exactTime(problem.since)}>First seen {relativeTime(problem.since, now)}.</span>
          {problem.nextTryAt === null ? null : ` Next try ${untilTime(problem.nextTryAt, now)}.`}
        </p>
        {conflict ? (
          <BothVersions conflict={conflict} now={now} onOpenMine={openMine} onOpenTheirs={openTheirs} />
        ) : null}
        <div className={styles.actions}>
          {problem.actions.map((action) => (
            <ActionButton
              key={action}
              action={action}
              about={displayName(subject ?? matterTitle ?? 'your account')}
              shown={shownOf(problem)}
              busy={busy}
              onAct={act}
            />
          ))}
        </div>
      </div>
    </article>
  );
}

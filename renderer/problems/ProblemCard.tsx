import { Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ErrorCircle20Filled } from '@fluentui/react-icons';
import { useState } from 'react';
import type { Problem } from '../../shared/model/index.ts';
import { useNow } from '../look/useNow.ts';
import { documentsOf, hashOf } from '../place/place.ts';
import { CompareDialog } from '../preview/CompareDialog.tsx';
import { Name } from '../widgets/Name.tsx';
import { displayName } from '../words/displayName.ts';
import { exactTime, relativeTime, untilTime } from '../words/time.ts';
import { ActionButton } from './ActionButton.tsx';
import { actionWords, recommended, waysOut } from './actionWords.ts';
import { BothVersions } from './BothVersions.tsx';
import { bothOf } from './bothOf.ts';
import { shownOf } from './shown.ts';
import { type Action, useProblemActions } from './useProblemActions.ts';

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
  ways: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    '@media (max-width: 760px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
    alignItems: 'center',
    gap: '6px 12px',
    margin: '8px 0 0',
    padding: 0,
    listStyleType: 'none',
    ':empty': { display: 'none' },
  },
  /** Its parts stand in the columns of all of them. */
  way: { display: 'contents' },
  consequence: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '8px', ':empty': { display: 'none' } },
});

export function ProblemCard({ problem }: { problem: Problem }) {
  const styles = useStyles();
  const now = useNow(1_000);
  const { busy, act, openMine, openTheirs } = useProblemActions(problem);
  const { subject, matterId, matterTitle, fileId, conflict } = problem;
  const [comparing, setComparing] = useState(false);
  const compared = openMine && openTheirs && bothOf(problem, now);
  const advised = recommended(problem.actions);
  const ways = waysOut(problem.actions);
  const button = (action: Action) => (
    <ActionButton
      key={action}
      action={action}
      about={displayName(subject ?? matterTitle ?? 'your account')}
      shown={shownOf(problem)}
      busy={busy}
      isRecommended={action === (advised ?? (problem.actions.includes('retry') ? 'retry' : 'file'))}
      onAct={act}
    />
  );
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
          <BothVersions
            {...{ conflict, now }}
            onOpenMine={openMine}
            onOpenTheirs={openTheirs}
            onCompare={compared ? () => setComparing(true) : null}
          />
        ) : null}
        {comparing && compared ? (
          <CompareDialog {...compared} name={subject ?? ''} onClose={() => setComparing(false)} />
        ) : null}
        <ul className={styles.ways}>
          {ways.map((action) => (
            <li key={action} className={styles.way}>
              {button(action)}
              <span className={styles.consequence}>
                {action === advised ? <strong>Recommended. </strong> : null}
                {actionWords[action].consequence}
              </span>
            </li>
          ))}
        </ul>
        <div className={styles.actions}>
          {problem.actions.filter((action) => !ways.includes(action)).map(button)}
        </div>
      </div>
    </article>
  );
}

import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ErrorCircle20Filled } from '@fluentui/react-icons';
import { useMutation } from '@tanstack/react-query';
import type { Problem } from '../../shared/model.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useTell } from '../frame/notices.tsx';
import { useNow } from '../look/useNow.ts';
import { documentsOf, hashOf } from '../place/place.ts';
import { Name } from '../widgets/Name.tsx';
import { displayName } from '../words/displayName.ts';
import { exactTime, relativeTime, untilTime } from '../words/time.ts';

type Action = Problem['actions'][number];

const actionWords: Record<Action, string> = {
  retry: 'Try again',
  dismiss: 'Dismiss',
  'show-in-folder': 'Show in folder',
  'keep-unfiled': 'Keep mine unfiled',
  'file-on-top': 'File mine on top',
  'file-separately': 'File as a separate document',
  file: 'File it',
  'file-all': 'File all',
  'keep-all-unfiled': 'Keep all unfiled',
  'look-at-each': 'Look at each',
};

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
  subject: { display: 'flex', alignItems: 'baseline', gap: '8px', minWidth: 0 },
  name: { fontWeight: tokens.fontWeightSemibold, fontSize: tokens.fontSizeBase400, margin: 0, minWidth: 0 },
  matter: { minWidth: 0, flexShrink: 3 },
  quiet: { color: tokens.colorNeutralForeground3, margin: 0 },
  line: { margin: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '8px' },
});

export function ProblemCard({ problem }: { problem: Problem }) {
  const styles = useStyles();
  const now = useNow(1_000);
  const tell = useTell();
  const { queries, cache } = useConversation();
  const act = useMutation(
    queries.engine.problems.act.mutationOptions({
      onError: (error) => {
        const { what, why, next } = refusalOf(error);
        tell({ intent: 'error', title: what, lines: [why, next] });
      },
      onSettled: () => cache.invalidateQueries({ queryKey: queries.engine.problems.list.key() }),
    }),
  );
  const { subject, matterId, matterTitle } = problem;
  return (
    <article className={styles.card}>
      <ErrorCircle20Filled aria-hidden className={styles.icon} />
      <div className={styles.body}>
        <div className={styles.subject}>
          <h2 className={styles.name}>
            <Name text={subject ?? 'Your account'} />
          </h2>
          {matterId !== null && matterTitle !== null ? (
            <Link href={hashOf(documentsOf(matterId))} className={styles.matter}>
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
        <div className={styles.actions}>
          {problem.actions.map((action) => (
            <Button
              key={action}
              size="small"
              appearance={action === 'retry' ? 'primary' : 'secondary'}
              disabledFocusable={act.isPending}
              onClick={() => act.mutate({ id: problem.id, action })}
            >
              {actionWords[action]}
            </Button>
          ))}
        </div>
      </div>
    </article>
  );
}

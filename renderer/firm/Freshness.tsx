import { makeStyles, tokens } from '@fluentui/react-components';
import { useNow } from '../look/useNow.ts';
import { displayName } from '../words/displayName.ts';
import { clockTime, exactTime } from '../words/time.ts';

const useStyles = makeStyles({
  words: { margin: 0, padding: '6px 16px', color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
});

interface FreshnessProps {
  of: { readonly readAt: string | null; readonly problem: string | null };
}

/** Of when what is shown is, and why there is nothing newer. */
export function Freshness({ of: { readAt, problem } }: FreshnessProps) {
  const styles = useStyles();
  const now = useNow();
  const asOf = readAt === null ? 'Not read from the service yet' : `As of ${clockTime(readAt, now)}`;
  return (
    <p className={styles.words} title={readAt === null ? undefined : exactTime(readAt)}>
      {problem === null ? asOf : `${asOf}. ${displayName(problem)}`}
    </p>
  );
}

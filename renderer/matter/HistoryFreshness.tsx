import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { History16Regular, Warning16Regular } from '@fluentui/react-icons';
import type { Matter } from '../../shared/model/index.ts';
import { useNow } from '../look/useNow.ts';
import { displayName } from '../words/displayName.ts';
import { clockTime, exactTime } from '../words/time.ts';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    minWidth: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  words: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  /** Folded into the icon where the window is narrow; spoken all the same. */
  fold: {
    '@media (max-width: 760px)': {
      position: 'absolute',
      width: '1px',
      height: '1px',
      clipPath: 'inset(50%)',
      textOverflow: 'clip',
    },
  },
  icon: { flexShrink: 0 },
  warning: { color: tokens.colorStatusWarningForeground3 },
});

/** How old what is shown may be, and why it is not newer. */
export function HistoryFreshness({ matter }: { matter: Matter }) {
  const styles = useStyles();
  const now = useNow();
  const { historyCheckedAt, historyProblem } = matter;
  const asOf =
    historyCheckedAt === null ? 'History not loaded yet' : `As of ${clockTime(historyCheckedAt, now)}`;
  const words = historyProblem === null ? asOf : `${asOf}. ${displayName(historyProblem)}`;
  const exact = historyCheckedAt === null ? '' : ` (${exactTime(historyCheckedAt)})`;
  return (
    <div className={styles.line} title={`${words}${exact}`}>
      {historyProblem === null ? (
        <History16Regular aria-hidden className={styles.icon} />
      ) : (
        <Warning16Regular aria-hidden className={mergeClasses(styles.icon, styles.warning)} />
      )}
      <span className={mergeClasses(styles.words, historyProblem === null && styles.fold)}>{words}</span>
    </div>
  );
}

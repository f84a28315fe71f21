import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
} from '@fluentui/react-components';
import type { Refusal } from '../../shared/model/index.ts';
import { displayName } from '../words/displayName.ts';

const useStyles = makeStyles({
  bar: { flexShrink: 0, paddingTop: '8px', paddingBottom: '8px', overflowWrap: 'anywhere' },
  next: { display: 'block', marginTop: '4px' },
});

export interface RefusalBarProps {
  refusal: Pick<Refusal, 'what' | 'why' | 'next'>;
  /** Asks once more; left out where there is another way on. */
  onAgain?: () => unknown;
  /** Takes note of it; left out for what goes away by itself. */
  onUnderstood?: () => unknown;
}

/** What cannot be done, why, and what to do next. */
export function RefusalMessage({ refusal, onAgain, onUnderstood }: RefusalBarProps) {
  const styles = useStyles();
  return (
    <div role="alert">
      <MessageBar intent="error" layout="multiline" className={styles.bar}>
        <MessageBarBody>
          <MessageBarTitle>{displayName(refusal.what)}</MessageBarTitle>
          {displayName(refusal.why)}
          <span className={styles.next}>{displayName(refusal.next)}</span>
        </MessageBarBody>
        {onAgain || onUnderstood ? (
          <MessageBarActions>
            {onAgain ? (
              <Button size="small" onClick={() => void onAgain()}>
                Try again
              </Button>
            ) : null}
            {onUnderstood ? (
              <Button size="small" onClick={() => void onUnderstood()}>
                Understood
              </Button>
            ) : null}
          </MessageBarActions>
        ) : null}
      </MessageBar>
    </div>
  );
}

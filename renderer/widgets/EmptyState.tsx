import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  box: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    // What is higher than its place begins at its top, where one can scroll to.
    justifyContent: 'safe center',
    textAlign: 'center',
    gap: tokens.spacingVerticalS,
    padding: '32px 24px',
    height: '100%',
    boxSizing: 'border-box',
    overflowY: 'auto',
  },
  icon: { color: tokens.colorNeutralForeground3, display: 'flex' },
  words: { maxWidth: '44ch', color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '8px', marginTop: '8px' },
});

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** A place with nothing in it says so, why, and what can be done. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  const styles = useStyles();
  return (
    <div className={styles.box}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <Text as="h2" size={400} weight="semibold" block>
        {title}
      </Text>
      {children ? <div className={styles.words}>{children}</div> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}

import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  fact: {
    // Room for the term and the beginning of its value.
    minWidth: '96px',
    maxWidth: '420px',
    '@media (max-width: 760px)': { maxWidth: '240px' },
    display: 'flex',
    gap: '6px',
    alignItems: 'center',
  },
  term: { color: tokens.colorNeutralForeground3, flexShrink: 0 },
  value: { margin: 0, minWidth: 0 },
  /** Shown whole where others give way. */
  whole: { flexShrink: 0 },
  /** Where the window is low, what the person works with goes first. */
  lesser: { '@media (max-height: 520px)': { display: 'none' } },
});

interface FactProps {
  term: string;
  whole?: boolean;
  /** It is found elsewhere too. */
  lesser?: boolean;
  children: ReactNode;
}

/** A term and its value, inside a `<dl>`. */
export function Fact({ term, whole, lesser, children }: FactProps) {
  const styles = useStyles();
  return (
    <div
      className={mergeClasses(styles.fact, whole === true && styles.whole, lesser === true && styles.lesser)}
    >
      <dt className={styles.term}>{term}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}

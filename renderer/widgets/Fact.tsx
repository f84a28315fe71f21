import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  facts: {
    margin: 0,
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '24px',
    rowGap: '2px',
    minWidth: 0,
    // Where the window is low, what the person works with goes first: all of it is told elsewhere too.
    '@media (max-height: 520px)': { display: 'none' },
  },
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
  /** Words and what is to be done about them, side by side. */
  wholeValue: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
  /** Shown whole where others give way. */
  whole: { flexShrink: 0, maxWidth: '100%' },
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

/** A term and its value, among `Facts`. */
export function Fact({ term, whole, lesser, children }: FactProps) {
  const styles = useStyles();
  return (
    <div
      className={mergeClasses(styles.fact, whole === true && styles.whole, lesser === true && styles.lesser)}
    >
      <dt className={styles.term}>{term}</dt>
      <dd className={mergeClasses(styles.value, whole === true && styles.wholeValue)}>{children}</dd>
    </div>
  );
}

/** Facts beside each other, as many lines as they need. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className={useStyles().facts}>{children}</dl>
);

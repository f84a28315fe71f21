import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  fact: { minWidth: 0, maxWidth: 'min(100%, 420px)', display: 'flex', gap: '6px', alignItems: 'center' },
  term: { color: tokens.colorNeutralForeground3, flexShrink: 0 },
  value: { margin: 0, minWidth: 0 },
});

/** A term and its value, inside a `<dl>`. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.fact}>
      <dt className={styles.term}>{term}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}

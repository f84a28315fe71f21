import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { displayName } from '../../words/displayName.ts';

const useStyles = makeStyles({
  section: { maxWidth: '900px', marginBottom: '24px' },
  head: { margin: '0 0 8px' },
  rows: { margin: 0, borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(120px, 30%) minmax(0, 1fr)',
    gap: '16px',
    padding: '6px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  label: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  value: { margin: 0, minWidth: 0, overflowWrap: 'anywhere', userSelect: 'text' },
});

interface FactTableProps {
  title: string;
  rows: readonly { readonly label: string; readonly value: ReactNode }[];
  children?: ReactNode;
}

/** A heading with terms and what they are below it. */
export function FactTable({ title, rows, children }: FactTableProps) {
  const styles = useStyles();
  return (
    <div className={styles.section}>
      <Text as="h2" size={400} weight="semibold" block className={styles.head}>
        <bdi>{displayName(title)}</bdi>
      </Text>
      {rows.length > 0 ? (
        <dl className={styles.rows}>
          {rows.map(({ label, value }, index) => (
            <div key={`${index} ${label}`} className={styles.row}>
              <dt className={styles.label}>
                <bdi>{displayName(label)}</bdi>
              </dt>
              <dd className={styles.value}>
                <bdi>{typeof value === 'string' ? displayName(value) : value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {children}
    </div>
  );
}

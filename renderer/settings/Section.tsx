import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  section: {
    maxWidth: '720px',
    padding: '16px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    alignItems: 'flex-start',
  },
  heading: { margin: 0, ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` } },
});

interface SectionProps {
  id: string;
  title: string;
  children: ReactNode;
}

export function Section({ id, title, children }: SectionProps) {
  const styles = useStyles();
  return (
    <section className={styles.section} aria-label={title}>
      <Text as="h3" size={400} weight="semibold" className={styles.heading} tabIndex={-1} data-section={id}>
        {title}
      </Text>
      {children}
    </section>
  );
}

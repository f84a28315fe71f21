import { makeStyles, Text } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    // What is in a second line stays to be seen, however low the window is.
    flexShrink: 0,
    columnGap: '16px',
    padding: '12px 16px 4px',
    '@media (max-height: 520px)': { padding: '2px 12px 0' },
    minHeight: '40px',
    minWidth: 0,
  },
  title: { margin: 0 },
});

/** The title of a screen, and beside it what is chosen among and told of the whole of it. */
export function ScreenHead({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.head}>
      <Text as="h1" size={500} weight="semibold" className={styles.title}>
        {title}
      </Text>
      {children}
    </div>
  );
}

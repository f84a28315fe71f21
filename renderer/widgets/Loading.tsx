import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';

/** Nothing is drawn for waits shorter than this, so that quick answers do not flicker. Milliseconds. */
const patience = 300;

const useStyles = makeStyles({
  box: { display: 'grid', placeItems: 'center', height: '100%' },
  line: { display: 'flex', alignItems: 'center', gap: '10px' },
  /** A ring with one bright part, which goes round: all that the first screen needs of a spinner. */
  ring: {
    width: '24px',
    height: '24px',
    boxSizing: 'border-box',
    border: `3px solid ${tokens.colorBrandStroke2}`,
    borderTopColor: tokens.colorBrandStroke1,
    borderRadius: tokens.borderRadiusCircular,
    animationName: { to: { transform: 'rotate(360deg)' } },
    animationDuration: '1.2s',
    animationIterationCount: 'infinite',
    animationTimingFunction: 'linear',
  },
});

export function Loading({ label }: { label: string }) {
  const styles = useStyles();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), patience);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.box}>
      {slow ? (
        <output className={styles.line}>
          <span aria-hidden className={styles.ring} />
          {label}
        </output>
      ) : null}
    </div>
  );
}

import { makeStyles, Spinner } from '@fluentui/react-components';
import { useEffect, useState } from 'react';

/** Nothing is drawn for waits shorter than this, so that quick answers do not flicker. Milliseconds. */
const patience = 300;

const useStyles = makeStyles({ box: { display: 'grid', placeItems: 'center', height: '100%' } });

export function Loading({ label }: { label: string }) {
  const styles = useStyles();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), patience);
    return () => clearTimeout(timer);
  }, []);
  return <div className={styles.box}>{slow ? <Spinner size="small" label={label} /> : null}</div>;
}

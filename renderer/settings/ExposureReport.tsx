import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useExportExposure } from '../exposure/useExportExposure.ts';
import { later } from '../widgets/later.tsx';

const ExposureDialog = later(async () => (await import('../exposure/ExposureDialog.tsx')).ExposureDialog);

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3, margin: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

/** Which documents were on this computer, for when it is lost or handed on. */
export function ExposureReport() {
  const styles = useStyles();
  const exportExposure = useExportExposure();
  const [open, setOpen] = useState(false);
  return (
    <>
      <p className={styles.quiet}>
        Which documents and versions were on this computer, of which matters, and from when until when: for
        when it is lost, repaired or handed on. It tells too what a sign-out removed.
      </p>
      <div className={styles.actions}>
        <Button onClick={() => setOpen(true)}>Show report…</Button>
        <Button onClick={() => exportExposure({ matterId: null, onlyHere: false })}>Export report…</Button>
      </div>
      {open ? <ExposureDialog matter={null} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

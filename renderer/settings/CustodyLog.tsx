import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct, useTell } from '../frame/notices.tsx';
import { count } from '../words/count.ts';
import { useExportCustody } from './useExportCustody.ts';

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3, margin: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

/** The record of what this computer did with every save. */
export function CustodyLog() {
  const styles = useStyles();
  const { client } = useConversation();
  const act = useAct();
  const tell = useTell();
  const exportCustody = useExportCustody();
  const [checking, setChecking] = useState(false);

  const check = async () => {
    setChecking(true);
    try {
      const { entries, fault } = await client.engine.custody.check();
      tell(
        fault === null
          ? {
              intent: 'success',
              title: `All ${count(entries, 'entry', 'entries')} verified`,
              lines: [],
            }
          : { intent: 'error', title: 'The custody log could not be verified', lines: [fault.why] },
      );
    } finally {
      setChecking(false);
    }
  };
  return (
    <>
      <p className={styles.quiet}>
        It records what was sent for every save, when, by whom and from which computer. Any change to it can
        be detected.
      </p>
      <div className={styles.actions}>
        <Button onClick={() => exportCustody({ scope: 'all' })}>Export…</Button>
        <Button disabledFocusable={checking} onClick={() => act(check)}>
          {checking ? 'Verifying…' : 'Verify log'}
        </Button>
      </div>
    </>
  );
}

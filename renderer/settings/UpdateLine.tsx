import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { UpdatesState } from '../../shared/model/updates.ts';
import { useConversation, useUpdates } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
import { useNow } from '../look/useNow.ts';
import { displayName } from '../words/displayName.ts';
import { updateWords } from './updateWords.ts';

const useStyles = makeStyles({ quiet: { color: tokens.colorNeutralForeground3, margin: 0 } });

/** Whether there is a newer version, and what becomes of it. */
export function UpdateLine() {
  const styles = useStyles();
  const updates = useUpdates();
  const now = useNow(60_000);
  if (!updates) return null;
  return (
    <>
      <p className={styles.quiet}>{displayName(updateWords(updates, now))}</p>
      <Action updates={updates} />
    </>
  );
}

function Action({ updates }: { updates: UpdatesState }) {
  const { client } = useConversation();
  const act = useAct();
  if (updates.state === 'ready') {
    return (
      <Button disabledFocusable={!updates.allFiled} onClick={() => act(() => client.app.installUpdate())}>
        Restart to update
      </Button>
    );
  }
  if (updates.state !== 'current' && updates.state !== 'failed') return null;
  return <Button onClick={() => act(() => client.app.lookForUpdate())}>Check for updates</Button>;
}

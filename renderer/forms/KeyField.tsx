import { Button, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { RequestKeyId } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct, useTell } from '../frame/notices.tsx';
import type { Keys } from './useKeys.ts';

const useStyles = makeStyles({
  box: { display: 'flex', flexDirection: 'column', gap: '6px', minWidth: 0 },
  row: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  input: { flexGrow: 1, minWidth: '160px' },
  note: { margin: 0, color: tokens.colorNeutralForeground2 },
  fault: { margin: 0, color: tokens.colorStatusDangerForeground1 },
});

const untilClosed = 'The key is kept until Matterline is closed';

interface KeyFieldProps {
  keys: Keys;
  value: RequestKeyId | null;
  onChange: (value: RequestKeyId | null) => void;
  hint: string;
  fault: string | null;
}

/** A signing key: made here or typed, kept in the system’s secret store, never shown again, only copied. */
export function KeyField({ keys, value, onChange, hint, fault }: KeyFieldProps) {
  const styles = useStyles();
  const { client } = useConversation();
  const act = useAct();
  const tell = useTell();
  const { typed, setTyped, replaced } = keys;
  const [inMemory, setInMemory] = useState<RequestKeyId | null>(null);
  const keep = (kept: Promise<{ id: RequestKeyId; keptIn: 'system' | 'memory' }>) =>
    act(async () => {
      const { id, keptIn } = await kept;
      setTyped('');
      onChange(id);
      if (keptIn === 'memory') {
        setInMemory(id);
        tell({
          intent: 'warning',
          title: untilClosed,
          lines: [
            'This computer has no safe place for secrets, or the disk did not take it. Have the request sent before you close Matterline.',
          ],
        });
      }
    });
  if (value !== null) {
    return (
      <div className={styles.box}>
        <p className={styles.note}>
          {value === inMemory ? `${untilClosed}.` : 'A signing key is given. It is not shown again.'}
        </p>
        <div className={styles.row}>
          <Button onClick={() => act(() => client.app.requestKeys.copy({ id: value }))}>Copy the key</Button>
          <Button
            onClick={() => {
              replaced(value);
              onChange(null);
            }}
          >
            Use another key
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.box}>
      <p className={styles.note}>{hint}</p>
      <div className={styles.row}>
        <Button onClick={() => keep(client.app.requestKeys.make())}>Make a signing key</Button>
        <Input
          type="password"
          aria-label="Signing key"
          aria-invalid={fault !== null}
          className={styles.input}
          autoComplete="off"
          placeholder="Or enter one"
          value={typed}
          onChange={(_event, data) => setTyped(data.value)}
        />
        <Button
          disabledFocusable={typed === ''}
          onClick={() => typed !== '' && keep(client.app.requestKeys.keep({ key: typed }))}
        >
          Keep it
        </Button>
      </div>
      {fault ? <p className={styles.fault}>{fault}</p> : null}
    </div>
  );
}

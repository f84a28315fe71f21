import { Button, Field, Input, makeStyles } from '@fluentui/react-components';
import { type FormEvent, useState } from 'react';
import { refusalOf } from '../conversation/refusal.ts';
import { Modal } from '../widgets/Modal.tsx';
import { displayName } from '../words/displayName.ts';

const useStyles = makeStyles({
  form: { marginTop: '12px', display: 'flex', flexDirection: 'column', minWidth: 0 },
  actions: { display: 'flex', justifyContent: 'flex-end', gap: '8px', marginTop: '20px' },
});

interface ProfileNameDialogProps {
  title: string;
  confirm: string;
  hint?: string;
  name: string;
  onName: (name: string) => Promise<unknown>;
  onClose: () => void;
}

export function ProfileNameDialog({ title, confirm, hint, name, onName, onClose }: ProfileNameDialogProps) {
  const styles = useStyles();
  const [typed, setTyped] = useState(name);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    onName(typed)
      .then(onClose)
      .catch((error: unknown) => {
        const { why, next } = refusalOf(error);
        setFault(`${why} ${next}`);
      })
      .finally(() => setBusy(false));
  };
  return (
    <Modal title={title} onClose={onClose} busy={busy}>
      <form className={styles.form} onSubmit={submit}>
        <Field
          label="Name"
          {...(hint === undefined ? {} : { hint })}
          {...(fault === null
            ? {}
            : { validationState: 'error' as const, validationMessage: displayName(fault) })}
        >
          <Input
            value={typed}
            spellCheck={false}
            input={{ 'data-first': true } as object}
            onChange={(_event, { value }) => {
              setTyped(value);
              setFault(null);
            }}
          />
        </Field>
        <div className={styles.actions}>
          <Button type="submit" appearance="primary" disabledFocusable={busy}>
            {confirm}
          </Button>
          <Button disabledFocusable={busy} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  );
}

import { Button, MessageBar, MessageBarBody, makeStyles } from '@fluentui/react-components';
import { type ReactNode, useRef } from 'react';
import { Modal } from '../widgets/Modal.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { displayName } from '../words/displayName.ts';
import { firstNotRead } from './notRead.ts';
import type { FormNow } from './useForm.ts';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', minHeight: 0, marginTop: '12px' },
  fields: {
    display: 'flex',
    flexDirection: 'column',
    gap: '14px',
    minHeight: '140px',
    minWidth: 0,
    overflowY: 'auto',
    // Room for the ring around what has the keyboard.
    padding: '4px',
    margin: '0 -4px',
  },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '8px', paddingTop: '16px' },
});

interface FormFrameProps {
  title: string;
  /** What the button that sends it says. */
  send: string;
  of: Pick<FormNow, 'send' | 'close' | 'busy' | 'refusal' | 'isEdit'>;
  faults?: readonly string[];
  children: ReactNode;
}

/** A form over the window. What was typed is kept as a draft when it is closed. */
export function FormFrame({ title, send, of, faults = [], children }: FormFrameProps) {
  const styles = useStyles();
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    const notRead = firstNotRead(form.current?.elements ?? []);
    if (notRead) return void notRead.reportValidity();
    await of.send();
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  };
  return (
    <Modal title={displayName(title)} onClose={of.close} busy={of.busy} wide>
      <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        {of.refusal ? <RefusalBar refusal={of.refusal} /> : null}
        {faults.length > 0 ? (
          <div role="alert">
            <MessageBar intent="error" layout="multiline">
              <MessageBarBody>{faults.map(displayName).join(' ')}</MessageBarBody>
            </MessageBar>
          </div>
        ) : null}
        <div className={styles.fields}>{children}</div>
        <div className={styles.actions}>
          <Button type="submit" appearance="primary" disabledFocusable={of.busy}>
            {of.isEdit ? 'Save request' : send}
          </Button>
          <Button disabledFocusable={of.busy} onClick={of.close}>
            Close
          </Button>
        </div>
      </form>
    </Modal>
  );
}

import { Button, Field, Input, makeStyles } from '@fluentui/react-components';
import { type FormEvent, useState } from 'react';
import type { DocumentRow, MatterId } from '../../../shared/model/index.ts';
import { refusalOf } from '../../conversation/refusal.ts';
import { Modal } from '../../widgets/Modal.tsx';
import { displayName } from '../../words/displayName.ts';
import { useDocumentActions } from './useDocumentActions.ts';

const useStyles = makeStyles({
  form: { marginTop: '12px', display: 'flex', flexDirection: 'column', minWidth: 0 },
  actions: { display: 'flex', justifyContent: 'flex-end', gap: '8px', marginTop: '20px' },
});

interface RenameDialogProps {
  matterId: MatterId;
  row: DocumentRow;
  onClose: () => void;
}

export function RenameDialog({ matterId, row, onClose }: RenameDialogProps) {
  const styles = useStyles();
  const { rename } = useDocumentActions(matterId);
  const [name, setName] = useState(row.name);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    rename(row, name)
      .then(onClose)
      .catch((error: unknown) => {
        const { what, why, next } = refusalOf(error);
        setFault([`${what}.`.replace(/\.\.$/u, '.'), why, next].join(' '));
        setBusy(false);
      });
  };
  return (
    <Modal title={`Rename “${displayName(row.name)}”`} onClose={onClose} busy={busy}>
      <form className={styles.form} onSubmit={submit}>
        <Field
          label="New name"
          hint="The file in the matter’s folder gets this name, and so does the document in the service."
          {...(fault === null
            ? {}
            : { validationState: 'error' as const, validationMessage: displayName(fault) })}
        >
          <Input
            value={name}
            spellCheck={false}
            ref={selectStem}
            onChange={(_event, data) => {
              setName(data.value);
              setFault(null);
            }}
          />
        </Field>
        <div className={styles.actions}>
          <Button type="submit" appearance="primary" disabledFocusable={busy}>
            Rename
          </Button>
          <Button disabledFocusable={busy} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Typing replaces the name, and leaves the ending that says what kind of document it is. */
function selectStem(input: HTMLInputElement | null): void {
  if (!input) return;
  const dot = input.value.lastIndexOf('.');
  requestAnimationFrame(() => {
    input.focus();
    input.setSelectionRange(0, dot > 0 ? dot : input.value.length);
  });
}

import { Button, makeStyles, Subtitle1, tokens } from '@fluentui/react-components';
import { type ReactNode, useId, useRef } from 'react';

const useStyles = makeStyles({
  dialog: {
    width: '520px',
    maxWidth: 'calc(100vw - 48px)',
    boxSizing: 'border-box',
    padding: '24px',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorTransparentStroke}`,
    borderRadius: tokens.borderRadiusXLarge,
    boxShadow: tokens.shadow64,
    '::backdrop': { backgroundColor: 'rgba(0, 0, 0, 0.4)' },
  },
  words: { margin: '12px 0 20px' },
  actions: { display: 'flex', justifyContent: 'flex-end', gap: '8px' },
});

interface ConfirmButtonProps {
  label: string;
  appearance?: 'secondary' | 'subtle';
  title: string;
  children: ReactNode;
  confirm: string;
  onConfirm: () => void;
}

/** A button whose deed is asked about once more, with its consequences. The browser's own modal keeps the focus. */
export function ConfirmButton({ label, appearance = 'secondary', ...asked }: ConfirmButtonProps) {
  const styles = useStyles();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <>
      <Button appearance={appearance} onClick={() => dialog.current?.showModal()}>
        {label}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-words`}
        className={styles.dialog}
      >
        <Subtitle1 as="h2" id={`${id}-title`}>
          {asked.title}
        </Subtitle1>
        <p id={`${id}-words`} className={styles.words}>
          {asked.children}
        </p>
        <div className={styles.actions}>
          <Button
            appearance="primary"
            onClick={() => {
              close();
              asked.onConfirm();
            }}
          >
            {asked.confirm}
          </Button>
          <Button onClick={close}>Cancel</Button>
        </div>
      </dialog>
    </>
  );
}

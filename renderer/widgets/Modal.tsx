import { makeStyles, mergeClasses, Subtitle1, tokens } from '@fluentui/react-components';
import { type ReactNode, useId, useRef } from 'react';
import { useModal } from './useModal.ts';

const useStyles = makeStyles({
  dialog: {
    width: '520px',
    maxWidth: 'calc(100vw - 48px)',
    maxHeight: 'calc(100vh - 48px)',
    boxSizing: 'border-box',
    padding: '24px',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorTransparentStroke}`,
    borderRadius: tokens.borderRadiusXLarge,
    boxShadow: tokens.shadow64,
    '::backdrop': { backgroundColor: 'rgba(0, 0, 0, 0.4)' },
  },
  open: { display: 'flex', flexDirection: 'column' },
  wide: { width: '720px' },
  title: { margin: 0, overflowWrap: 'anywhere' },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '8px', marginTop: '20px' },
});

interface ModalProps {
  title: string;
  onClose: () => void;
  /** Something is being done that may be refused: the dialog stays until it is known. */
  busy?: boolean;
  children: ReactNode;
  /** Buttons at the end; the one that closes belongs to them. */
  actions?: ReactNode;
  wide?: boolean;
}

/** Asks or shows something over the window. */
export function Modal({ title, onClose, busy = false, children, actions, wide = false }: ModalProps) {
  const styles = useStyles();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const events = useModal(dialog, onClose, busy);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={mergeClasses(styles.dialog, styles.open, wide && styles.wide)}
      {...events}
    >
      <Subtitle1 as="h2" id={id} className={styles.title}>
        {title}
      </Subtitle1>
      {children}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </dialog>
  );
}

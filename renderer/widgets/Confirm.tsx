import { Button, makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Modal } from './Modal.tsx';

const useStyles = makeStyles({ words: { margin: '12px 0 0', overflowWrap: 'anywhere' } });

interface ConfirmProps {
  title: string;
  children: ReactNode;
  /** What the button that does it says. */
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once more before something is done, with its consequences. */
export function Confirm({ title, children, confirm, onConfirm, onClose }: ConfirmProps) {
  return (
    <Modal
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button
            appearance="primary"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {confirm}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <p className={useStyles().words}>{children}</p>
    </Modal>
  );
}

import { Button, makeStyles } from '@fluentui/react-components';
import type { Refusal } from '../../shared/model/index.ts';
import { displayName } from '../words/displayName.ts';
import { Modal } from './Modal.tsx';

const useStyles = makeStyles({ words: { margin: '12px 0 0', overflowWrap: 'anywhere' } });

interface RefusedDialogProps {
  refusal: Pick<Refusal, 'what' | 'why' | 'next'>;
  onClose: () => void;
}

/** What was not done, where there is no place for notices. */
export function RefusedDialog({ refusal: { what, why, next }, onClose }: RefusedDialogProps) {
  const styles = useStyles();
  return (
    <Modal title={displayName(what)} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <p className={styles.words}>{displayName(why)}</p>
      <p className={styles.words}>{displayName(next)}</p>
    </Modal>
  );
}

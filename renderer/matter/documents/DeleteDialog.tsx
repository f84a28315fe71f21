import { Button, makeStyles } from '@fluentui/react-components';
import type { DocumentRow, MatterId } from '../../../shared/model/index.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useAct } from '../../frame/notices.tsx';
import { Modal } from '../../widgets/Modal.tsx';
import { count } from '../../words/count.ts';
import { displayName } from '../../words/displayName.ts';

const useStyles = makeStyles({ words: { margin: '12px 0 0', overflowWrap: 'anywhere' } });

interface DeleteDialogProps {
  matterId: MatterId;
  rows: readonly DocumentRow[];
  onClose: () => void;
}

/** Says what deleting does and does not do, and leads to where it is done. */
export function DeleteDialog({ matterId, rows, onClose }: DeleteDialogProps) {
  const styles = useStyles();
  const { client } = useConversation();
  const act = useAct();
  const here = rows.filter(({ onDisk }) => onDisk);
  const [first] = here;
  const [only] = rows;
  const what = rows.length === 1 && only ? `“${displayName(only.name)}”` : count(rows.length, 'document');
  const show = () => {
    onClose();
    if (first) act(() => client.documents.showInFolder({ matterId, fileId: first.fileId }));
  };
  return (
    <Modal
      title={`Delete ${what}?`}
      onClose={onClose}
      actions={
        <>
          {first ? (
            <Button appearance="primary" onClick={show}>
              Show in folder
            </Button>
          ) : null}
          <Button data-first onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className={styles.words}>
        Matterline deletes nothing from the service: what is filed stays filed, for everybody in the matter.
      </p>
      <p className={styles.words}>
        {first
          ? 'To remove it from this computer, delete it in the matter’s folder. It is then listed as “Removed here, still filed”.'
          : 'It is not on this computer. To delete it for everybody, use the service itself.'}
      </p>
    </Modal>
  );
}

import { Button, makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MatterId } from '../../../shared/model/index.ts';
import { refusalOf } from '../../conversation/refusal.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useChooseRootFolder } from '../../settings/useChooseRootFolder.ts';
import { Modal } from '../../widgets/Modal.tsx';
import { RefusalBar } from '../../widgets/RefusalBar.tsx';
import { count } from '../../words/count.ts';
import { displayName } from '../../words/displayName.ts';

const useStyles = makeStyles({ words: { margin: '12px 0', overflowWrap: 'anywhere' } });

interface MakeFolderDialogProps {
  matterId: MatterId;
  /** How many documents wait to be added. */
  documents: number;
  /** The matter has a folder now. */
  onLinked: () => void;
  onClose: () => void;
}

/** A matter without a folder gets one, so that documents can be added to it. */
export function MakeFolderDialog({ matterId, documents, onLinked, onClose }: MakeFolderDialogProps) {
  const styles = useStyles();
  const { client, queries } = useConversation();
  const chooseRootFolder = useChooseRootFolder();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const { data: suggested, isPending } = useQuery(
    queries.folders.suggest.queryOptions({ input: { matterId } }),
  );
  const link = (chooses: () => Promise<string | null | undefined>) => {
    setBusy(true);
    chooses()
      .then(async (path) => {
        if (path === undefined) return;
        await client.folders.link({ matterId, path });
        onLinked();
      })
      .catch(setError)
      .finally(() => setBusy(false));
  };
  /** Null for the suggested folder; undefined when the person chose none. */
  const make = async () => (suggested || (await chooseRootFolder()) ? null : undefined);
  const choose = async () => (await client.app.chooseFolder({ purpose: 'matter-folder' }))?.path;
  const what = documents === 0 ? 'documents' : count(documents, 'document');
  return (
    <Modal
      wide
      title={`Make a folder and add ${what}?`}
      onClose={onClose}
      busy={isBusy}
      actions={
        <>
          <Button appearance="primary" disabledFocusable={isBusy || isPending} onClick={() => link(make)}>
            Make a folder and add
          </Button>
          <Button disabledFocusable={isBusy} onClick={() => link(choose)}>
            Choose a folder…
          </Button>
          <Button disabledFocusable={isBusy} onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className={styles.words}>
        This matter has no folder on this computer yet.{' '}
        {suggested
          ? `Matterline makes ${displayName(suggested.path)}; whatever is saved there is filed by itself.`
          : 'First you choose, once, where matter folders are made. Whatever is saved in this matter’s folder is filed by itself.'}
      </p>
      {error ? <RefusalBar refusal={refusalOf(error)} /> : null}
    </Modal>
  );
}

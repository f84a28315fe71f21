import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentRow, DocumentVersion, MatterId } from '../../../shared/model/index.ts';
import { refusalOf } from '../../conversation/refusal.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useAct, useTell } from '../../frame/notices.tsx';
import { useNow } from '../../look/useNow.ts';
import { CompareDialog } from '../../preview/CompareDialog.tsx';
import { comparableVersions, otherToCompare } from '../../preview/comparableVersions.ts';
import { PreviewDialog } from '../../preview/PreviewDialog.tsx';
import { useSaveRecord } from '../../settings/useSaveRecord.ts';
import { useViewing } from '../../viewing/useViewing.ts';
import { Confirm } from '../../widgets/Confirm.tsx';
import { Loading } from '../../widgets/Loading.tsx';
import { Modal } from '../../widgets/Modal.tsx';
import { RefusalBar } from '../../widgets/RefusalBar.tsx';
import { displayName } from '../../words/displayName.ts';
import { clockTime } from '../../words/time.ts';
import { restoredNotice } from './restoredNotice.ts';
import { isForFiling, VersionLine } from './VersionLine.tsx';

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3, margin: '4px 0 12px' },
  list: { margin: 0, padding: 0, listStyleType: 'none', overflowY: 'auto', minHeight: '80px' },
});

interface VersionsDialogProps {
  matterId: MatterId;
  row: DocumentRow;
  onClose: () => void;
}

/** Every version known of a document: those kept here can be opened as a copy, and restored. */
export function VersionsDialog({ matterId, row, onClose }: VersionsDialogProps) {
  const styles = useStyles();
  const now = useNow();
  const { client, queries } = useConversation();
  const act = useAct();
  const tell = useTell();
  const saveRecord = useSaveRecord();
  const { fileId } = row;
  const name = displayName(row.name);
  const { data, error, refetch } = useQuery(
    queries.documents.versions.queryOptions({ input: { matterId, fileId } }),
  );
  const [restoring, setRestoring] = useState<DocumentVersion | null>(null);
  const [shown, setShown] = useState<{ version: DocumentVersion; how: 'preview' | 'compare' } | null>(null);
  const comparable = comparableVersions(row.name, data ?? [], now);
  const viewing = useViewing(null);
  // What goes on is shown in the window, and can be cancelled there.
  const leavingFor = (go: () => void) => () => {
    onClose();
    go();
  };

  const restore = (version: DocumentVersion) => {
    onClose();
    act(async () => {
      const asItIs = isForFiling(version);
      const asked = { matterId, fileId, versionId: version.id, asItIs };
      const { outcome } = await client.documents.restoreVersion(asked);
      tell(restoredNotice(outcome, name, clockTime(version.at, now)));
    });
  };
  if (restoring && isForFiling(restoring)) {
    return (
      <Confirm
        title={`File the version of ${clockTime(restoring.at, now)}?`}
        confirm="File"
        onConfirm={() => restore(restoring)}
        onClose={() => setRestoring(null)}
      >
        “{name}” was kept unfiled. It is filed as it is in the matter’s folder; where the service has
        something newer, you are asked first.
      </Confirm>
    );
  }
  if (restoring) {
    return (
      <Confirm
        title={`Restore the version of ${clockTime(restoring.at, now)}?`}
        confirm="Restore"
        onConfirm={() => restore(restoring)}
        onClose={() => setRestoring(null)}
      >
        “{name}” in the matter’s folder gets the content it had then, and that will be filed as a new version.
        What is there now is kept first, and can be restored in the same way.
      </Confirm>
    );
  }
  if (shown?.how === 'preview') {
    return (
      <PreviewDialog
        document={{ matterId, fileId, versionId: shown.version.id }}
        name={row.name}
        version={clockTime(shown.version.at, now)}
        onClose={() => setShown(null)}
      />
    );
  }
  if (shown?.how === 'compare') {
    return (
      <CompareDialog
        {...{ matterId, fileId, name: row.name, versions: comparable }}
        {...otherToCompare(comparable, shown.version.id)}
        onClose={() => setShown(null)}
      />
    );
  }
  return (
    <Modal
      wide
      title={`Versions of “${name}”`}
      onClose={onClose}
      actions={
        <Button data-first onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className={styles.quiet}>
        Newest first. Versions kept on this computer can be opened and restored, even offline.
        {data?.some(({ fetchable }) => fetchable)
          ? ' Others are fetched from the service, as read-only view copies.'
          : null}
      </p>
      {error ? <RefusalBar refusal={refusalOf(error)} onAgain={refetch} /> : null}
      {!data && !error ? <Loading label="Loading versions…" /> : null}
      {data ? (
        <ul className={styles.list} aria-label="Versions">
          {data.map((version) => (
            <VersionLine
              key={version.id}
              version={version}
              now={now}
              onPreview={() => setShown({ version, how: 'preview' })}
              onCompare={
                comparable.length > 1 && comparable.some(({ id }) => id === version.id)
                  ? () => setShown({ version, how: 'compare' })
                  : null
              }
              onOpen={
                version.here
                  ? () => act(() => client.documents.openVersion({ matterId, fileId, versionId: version.id }))
                  : leavingFor(() => viewing.view({ ...row, matterId }, version.id))
              }
              onSave={leavingFor(() => viewing.saveCopy({ ...row, matterId }, version.id))}
              onRestore={() => setRestoring(version)}
              onRecord={() => saveRecord({ scope: 'version', matterId, fileId, versionId: version.id })}
            />
          ))}
        </ul>
      ) : null}
      {data?.length === 0 ? <p className={styles.quiet}>No versions yet.</p> : null}
    </Modal>
  );
}

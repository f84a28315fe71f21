import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { DocumentRow, MatterId } from '../../../shared/model/index.ts';
import { refusalOf } from '../../conversation/refusal.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useNow } from '../../look/useNow.ts';
import { useExportCustody } from '../../settings/useExportCustody.ts';
import { useSaveRecord } from '../../settings/useSaveRecord.ts';
import { Loading } from '../../widgets/Loading.tsx';
import { Modal } from '../../widgets/Modal.tsx';
import { RefusalBar } from '../../widgets/RefusalBar.tsx';
import { displayName } from '../../words/displayName.ts';
import { clockTime, exactTime } from '../../words/time.ts';

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3, margin: '4px 0 12px' },
  list: { margin: 0, padding: 0, listStyleType: 'none', overflowY: 'auto', minHeight: '80px' },
  line: {
    display: 'grid',
    gridTemplateColumns: '120px minmax(0, 1fr)',
    columnGap: '12px',
    padding: '6px 4px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  when: { color: tokens.colorNeutralForeground3 },
  what: { overflowWrap: 'anywhere' },
  hash: {
    display: 'block',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase100,
    color: tokens.colorNeutralForeground3,
  },
});

interface CustodyDialogProps {
  matterId: MatterId;
  row: DocumentRow;
  onClose: () => void;
}

/** What the custody log says of a document. */
export function CustodyDialog({ matterId, row, onClose }: CustodyDialogProps) {
  const styles = useStyles();
  const now = useNow();
  const { queries } = useConversation();
  const exportCustody = useExportCustody();
  const saveRecord = useSaveRecord();
  const { fileId } = row;
  const { data, error, refetch } = useQuery(
    queries.engine.custody.ofDocument.queryOptions({ input: { matterId, fileId } }),
  );
  const part = { scope: 'document', matterId, fileId } as const;
  const leftOut = data ? data.total - data.entries.length : 0;
  return (
    <Modal
      wide
      title={`Custody log of “${displayName(row.name)}”`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => exportCustody(part)}>Export…</Button>
          <Button onClick={() => saveRecord(part)}>Save its record…</Button>
          <Button data-first onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className={styles.quiet}>
        What happened to each save and when, newest first; no entry can be changed unnoticed.
      </p>
      {error ? <RefusalBar refusal={refusalOf(error)} onAgain={refetch} /> : null}
      {!data && !error ? <Loading label="Loading the custody log…" /> : null}
      {data && data.total > 0 ? (
        <ul className={styles.list} aria-label="Custody log">
          {data.entries.map((entry) => (
            <li key={entry.seq} className={styles.line}>
              <time dateTime={entry.at} title={exactTime(entry.at)} className={styles.when}>
                {clockTime(entry.at, now)}
              </time>
              <span className={styles.what}>
                {displayName(entry.what)}
                {entry.sha256 === null ? null : <span className={styles.hash}>SHA-256 {entry.sha256}</span>}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {leftOut > 0 ? <p className={styles.quiet}>{leftOut} older entries are in what is exported.</p> : null}
      {data?.total === 0 ? (
        <p className={styles.quiet}>
          Nothing of this document was saved, fetched or restored on this computer yet.
        </p>
      ) : null}
    </Modal>
  );
}

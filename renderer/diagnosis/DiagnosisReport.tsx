import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct, useTell } from '../frame/notices.tsx';
import { Loading } from '../widgets/Loading.tsx';
import { Modal } from '../widgets/Modal.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { shortPath } from '../words/shortPath.ts';

const useStyles = makeStyles({
  words: { margin: '8px 0', color: tokens.colorNeutralForeground2 },
  text: {
    margin: 0,
    padding: '12px',
    minHeight: '120px',
    overflow: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    backgroundColor: tokens.colorNeutralBackground3,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

/** The report as it would be saved, to be read before anybody else does. */
export function DiagnosisReport({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const { client, queries } = useConversation();
  const act = useAct();
  const tell = useTell();
  const { data, error, refetch } = useQuery(
    queries.app.readDiagnosis.queryOptions({ gcTime: 0, staleTime: 0 }),
  );
  const save = async () => {
    const saved = await client.app.exportDiagnosis();
    if (!saved) return;
    onClose();
    tell({ intent: 'success', title: 'Report saved', lines: [`It is in ${shortPath(saved.path)}.`] });
  };
  return (
    <Modal
      wide
      title="Report for IT support"
      onClose={onClose}
      actions={
        <>
          <Button appearance="primary" disabledFocusable={!data} onClick={() => act(save)}>
            Save…
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <p className={styles.words}>
        Read it before you send it to anyone. It names no client, matter or document, and has no passwords or
        keys in it. Nothing is sent from here.
      </p>
      {error ? <RefusalBar refusal={refusalOf(error)} onAgain={refetch} /> : null}
      {data ? (
        // A scrolling region has to be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={styles.text} tabIndex={0} aria-label="The report">
          {data.text}
        </pre>
      ) : error ? null : (
        <Loading label="Checking network, services and disk…" />
      )}
    </Modal>
  );
}

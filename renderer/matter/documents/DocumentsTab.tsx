import { makeStyles } from '@fluentui/react-components';
import type { Matter } from '../../../shared/model/index.ts';
import { refusalOf } from '../../conversation/refusal.ts';
import { useDocuments } from '../../conversation/useDocuments.ts';
import type { MatterPlace } from '../../place/place.ts';
import { Loading } from '../../widgets/Loading.tsx';
import { RefusalBar } from '../../widgets/RefusalBar.tsx';
import { DocumentBrowser } from './DocumentBrowser.tsx';
import { NotLinked } from './NotLinked.tsx';

const useStyles = makeStyles({
  tab: { display: 'flex', flexDirection: 'column', height: '100%' },
  rest: { flexGrow: 1, minHeight: 0 },
});

interface DocumentsTabProps {
  matter: Matter;
  place: Extract<MatterPlace, { tab: 'documents' }>;
}

export function DocumentsTab({ matter, place }: DocumentsTabProps) {
  const styles = useStyles();
  const { data, error, refetch } = useDocuments(matter.id);
  if (!data) {
    return error ? (
      <RefusalBar refusal={refusalOf(error)} onAgain={refetch} />
    ) : (
      <Loading label="Loading documents…" />
    );
  }
  const linked = matter.linkedFolder !== null;
  return (
    <div className={styles.tab}>
      {linked ? null : <NotLinked />}
      <div className={styles.rest}>
        <DocumentBrowser place={place} linked={linked} folders={data.folders} documents={data.documents} />
      </div>
    </div>
  );
}

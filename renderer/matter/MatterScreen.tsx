import { makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { assertNever } from '../../shared/base/result.ts';
import type { Matter, MatterId } from '../../shared/model/index.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { PeopleTab } from '../firm/matter/PeopleTab.tsx';
import { TasksTab } from '../firm/matter/TasksTab.tsx';
import { documentsOf, type MatterPlace } from '../place/place.ts';
import { turnTo } from '../place/usePlace.ts';
import { useRemembered } from '../preferences/usePins.ts';
import { Loading } from '../widgets/Loading.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { Tabs } from '../widgets/Tabs.tsx';
import { DetailsTab } from './details/DetailsTab.tsx';
import { DocumentsTab } from './documents/DocumentsTab.tsx';
import { HistoryFreshness } from './HistoryFreshness.tsx';
import { MatterHeader } from './MatterHeader.tsx';
import { TimelineTab } from './timeline/TimelineTab.tsx';

const useStyles = makeStyles({
  screen: { display: 'flex', flexDirection: 'column', height: '100%' },
  tabs: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '16px',
    padding: '0 16px 0 8px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '& [role=tab]': {
      '@media (max-height: 520px)': { paddingTop: '3px', paddingBottom: '5px' },
      // Narrower, a name of two words has two lines.
      '@media (min-width: 600px)': { whiteSpace: 'nowrap' },
    },
  },
  panel: { flexGrow: 1, minHeight: 0 },
});

const tabs = [
  { value: 'documents', label: 'Documents' },
  { value: 'timeline', label: 'Timeline' },
  { value: 'details', label: 'Details' },
  { value: 'people', label: 'People and billing' },
  { value: 'tasks', label: 'Client tasks' },
] as const;

export function MatterScreen({ place }: { place: MatterPlace }) {
  const { queries } = useConversation();
  const { matterId } = place;
  const {
    data: matter,
    error,
    refetch,
  } = useQuery(queries.engine.matters.get.queryOptions({ input: { matterId } }));
  useLookingAt(matterId);
  useRemembered(matterId);
  if (matter) return <MatterDetails matter={matter} place={place} />;
  return error ? (
    <RefusalBar refusal={refusalOf(error)} onAgain={refetch} />
  ) : (
    <Loading label="Opening matter…" />
  );
}

function MatterDetails({ matter, place }: { matter: Matter; place: MatterPlace }) {
  const styles = useStyles();
  const { matterId, tab } = place;
  return (
    <div className={styles.screen}>
      <MatterHeader matter={matter} />
      <div className={styles.tabs}>
        <Tabs
          label="Matter sections"
          tabs={tabs}
          selected={tab}
          onSelect={(value) => turnTo(placeOfTab(matterId, value))}
        />
        <HistoryFreshness matter={matter} />
      </div>
      <div
        role="tabpanel"
        aria-label={tabs.find(({ value }) => value === tab)?.label}
        className={styles.panel}
      >
        {place.tab === 'documents' ? <DocumentsTab matter={matter} place={place} /> : null}
        {place.tab === 'details' ? <DetailsTab matterId={matterId} /> : null}
        {place.tab === 'people' ? <PeopleTab matterId={matterId} /> : null}
        {place.tab === 'tasks' ? <TasksTab matterId={matterId} /> : null}
        {place.tab === 'timeline' ? (
          <TimelineTab
            key={`${place.fileId} ${place.folderId}`}
            matterId={matterId}
            fileId={place.fileId}
            folder={place.folderId ?? null}
          />
        ) : null}
      </div>
    </div>
  );
}

function placeOfTab(matterId: MatterId, tab: MatterPlace['tab']): MatterPlace {
  switch (tab) {
    case 'documents':
      return documentsOf(matterId);
    case 'timeline':
      return { screen: 'matter', matterId, tab, fileId: null };
    case 'details':
    case 'people':
    case 'tasks':
      return { screen: 'matter', matterId, tab };
    default:
      return assertNever(tab);
  }
}

/** Tells the engine what is on the screen, so that its history is read sooner. */
function useLookingAt(matterId: MatterId): void {
  const { client } = useConversation();
  useEffect(() => {
    const look = (at: MatterId | null) => {
      client.engine.matters.look({ matterId: at }).catch((error: unknown) => {
        console.warn('The engine was not told what is looked at.', error);
      });
    };
    look(matterId);
    return () => look(null);
  }, [client, matterId]);
}

import { Button } from '@fluentui/react-components';
import { Briefcase48Regular, Search48Regular } from '@fluentui/react-icons';
import { useStatus } from '../conversation/useConversation.ts';
import { useOwnStaff } from '../person/useOwnStaff.ts';
import { goTo } from '../place/usePlace.ts';
import { EmptyState } from '../widgets/EmptyState.tsx';
import { displayName } from '../words/displayName.ts';
import type { MattersView } from './mattersView.ts';

interface NoMattersProps {
  view: MattersView;
  onView: (change: (before: MattersView) => MattersView) => void;
}

/** Why the list is empty, and the way to a fuller one. */
export function NoMatters({ view: { text, show }, onView }: NoMattersProps) {
  const status = useStatus();
  const staff = useOwnStaff();
  const showAll = () => onView((before) => ({ ...before, text: '', show: 'all', active: 0 }));
  if (show === 'mine' && staff === null) {
    return (
      <EmptyState
        icon={<Briefcase48Regular />}
        title="Which matters are yours is not known"
        actions={<Button onClick={() => goTo({ screen: 'settings' })}>Open settings</Button>}
      >
        Choose who you are in the firm, in the settings under “You”. It also becomes known by the first
        document that you file.
      </EmptyState>
    );
  }
  if (text.trim() !== '') {
    return (
      <EmptyState
        icon={<Search48Regular />}
        title={`Nothing found for “${displayName(text.trim())}”`}
        actions={<Button onClick={showAll}>Show all matters</Button>}
      >
        Search covers numbers, titles, clients and people
        {show === 'all' ? '.' : ', among the matters of this tab only.'}
      </EmptyState>
    );
  }
  if (status?.mattersCheckedAt == null) {
    return (
      <EmptyState icon={<Briefcase48Regular />} title="No matters yet">
        {status?.service === 'online'
          ? 'Matters are being loaded from the service and appear here as they arrive.'
          : 'Matters appear here as soon as the service can be reached. The status line below shows the connection.'}
      </EmptyState>
    );
  }
  if (show === 'pinned' || show === 'recent') {
    return (
      <EmptyState
        icon={<Briefcase48Regular />}
        title={show === 'pinned' ? 'No pinned matters' : 'No matters opened yet'}
        actions={
          <Button onClick={() => onView((before) => ({ ...before, show: 'open', active: 0 }))}>
            Show open matters
          </Button>
        }
      >
        {show === 'pinned'
          ? 'Press Ctrl+D on a matter to pin it here.'
          : 'Matters you open are listed here, most recent first.'}
      </EmptyState>
    );
  }
  if (show === 'linked') {
    return (
      <EmptyState
        icon={<Briefcase48Regular />}
        title="No linked folders yet"
        actions={
          <Button onClick={() => onView((before) => ({ ...before, show: 'open', active: 0 }))}>
            Show open matters
          </Button>
        }
      >
        Open a matter and link a folder to it: whatever you save there is filed by itself.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<Briefcase48Regular />}
      title={emptyTitles[show] ?? 'No matters here'}
      actions={show === 'all' ? null : <Button onClick={showAll}>Show all matters</Button>}
    >
      {show === 'mine'
        ? `No open matter names ${displayName(staff?.name ?? 'you')} as the person responsible.`
        : `The service has ${show === 'leads' ? 'no leads' : 'no such matters'} for you.`}
    </EmptyState>
  );
}

const emptyTitles: Partial<Record<MattersView['show'], string>> = {
  leads: 'No leads',
  mine: 'No matters of yours',
};

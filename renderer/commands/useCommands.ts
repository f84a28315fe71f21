import { useConversation, useStatus } from '../conversation/useConversation.ts';
import { matterChange, newContact, newMatter, newTask } from '../forms/newForms.ts';
import { openForm } from '../forms/opened.ts';
import { useAct, useTell } from '../frame/notices.tsx';
import { documentsOf, type Place } from '../place/place.ts';
import { goTo } from '../place/usePlace.ts';
import { usePrefer } from '../preferences/usePreferences.ts';
import { useExportCustody } from '../settings/useExportCustody.ts';
import type { Command } from './commands.ts';

/** Everything that can be done from the command box at this place. */
export function useCommands(
  place: Place,
  { showShortcuts, signOut }: { showShortcuts: () => void; signOut: () => void },
): Command[] {
  const { client } = useConversation();
  const act = useAct();
  const tell = useTell();
  const prefer = usePrefer();
  const exportCustody = useExportCustody();
  const paused = useStatus()?.paused ?? false;
  const theme = (title: string, value: 'system' | 'light' | 'dark'): Command => ({
    id: `theme-${value}`,
    title,
    also: 'appearance colours theme mode',
    run: () => act(() => prefer({ theme: value })),
  });
  return [
    ...(place.screen === 'matter' ? matterCommands(place.matterId) : []),
    ...newCommands,
    {
      id: 'matters',
      title: 'Go to matters',
      also: 'list home',
      keys: 'Ctrl+1',
      run: () => goTo({ screen: 'matters' }),
    },
    {
      id: 'activity',
      title: 'Go to activity',
      also: 'current waiting sending uploads',
      keys: 'Ctrl+2',
      run: () => goTo({ screen: 'activity', part: 'now' }),
    },
    {
      id: 'past',
      title: 'Show activity in all matters',
      also: 'activity timeline history recent',
      run: () => goTo({ screen: 'activity', part: 'past' }),
    },
    {
      id: 'problems',
      title: 'Go to problems',
      also: 'errors conflicts',
      keys: 'Ctrl+3',
      run: () => goTo({ screen: 'problems' }),
    },
    {
      id: 'settings',
      title: 'Go to settings',
      also: 'options preferences',
      keys: 'Ctrl+4',
      run: () => goTo({ screen: 'settings' }),
    },
    {
      id: 'pause',
      title: paused ? 'Resume filing' : 'Pause filing',
      also: 'stop start continue',
      run: () =>
        act(async () => {
          await client.engine.pause({ paused: !paused });
          tell({ intent: 'success', title: paused ? 'Filing resumed' : 'Filing is paused', lines: [] });
        }),
    },
    {
      id: 'refresh',
      title: 'Refresh matters',
      also: 'refresh reload update',
      keys: 'F5',
      run: () => act(() => client.engine.matters.refresh()),
    },
    theme('Use the light theme', 'light'),
    theme('Use the dark theme', 'dark'),
    theme('Use the system theme', 'system'),
    {
      id: 'custody',
      title: 'Export the custody log…',
      also: 'save evidence audit report',
      run: () => exportCustody({ scope: 'all' }),
    },
    {
      id: 'sign-out',
      title: 'Sign out…',
      also: 'log off leave exit',
      run: signOut,
    },
    {
      id: 'shortcuts',
      title: 'Show keyboard shortcuts',
      also: 'keys help',
      keys: 'F1',
      run: showShortcuts,
    },
  ];
}

/** What can be made, from anywhere. */
const newCommands: readonly Command[] = [
  {
    id: 'new-matter',
    title: 'New matter',
    also: 'create open file case',
    run: () => openForm({ form: newMatter(false) }),
  },
  {
    id: 'new-lead',
    title: 'New lead',
    also: 'create enquiry',
    run: () => openForm({ form: newMatter(true) }),
  },
  {
    id: 'new-person',
    title: 'New person',
    also: 'create contact client add',
    run: () => openForm({ form: newContact }),
  },
  {
    id: 'firm',
    title: 'Go to the firm’s requests',
    also: 'drafts sent waiting',
    keys: 'Ctrl+5',
    run: () => goTo({ screen: 'firm', part: 'requests' }),
  },
  {
    id: 'staff',
    title: 'Show the staff',
    also: 'people phone',
    run: () => goTo({ screen: 'firm', part: 'staff' }),
  },
  { id: 'codes', title: 'Show the activity codes', run: () => goTo({ screen: 'firm', part: 'codes' }) },
  {
    id: 'client-tasks',
    title: 'Show all client tasks',
    also: 'portal',
    run: () => goTo({ screen: 'firm', part: 'tasks' }),
  },
];

function matterCommands(matterId: Extract<Place, { screen: 'matter' }>['matterId']): Command[] {
  return [
    {
      id: 'documents',
      title: 'Show the documents of this matter',
      run: () => goTo(documentsOf(matterId)),
    },
    {
      id: 'timeline',
      title: 'Show the timeline of this matter',
      also: 'history',
      run: () => goTo({ screen: 'matter', matterId, tab: 'timeline', fileId: null }),
    },
    {
      id: 'details',
      title: 'Show the details of this matter',
      run: () => goTo({ screen: 'matter', matterId, tab: 'details' }),
    },
    {
      id: 'ask-client',
      title: 'Ask the client',
      also: 'portal task sign',
      run: () => openForm({ form: newTask(matterId) }),
    },
    {
      id: 'edit-matter',
      title: 'Edit this matter',
      also: 'change',
      run: () => openForm({ form: matterChange(matterId) }),
    },
    {
      id: 'matter-status',
      title: 'Close, reopen or cancel this matter',
      also: 'status',
      run: () => openForm({ form: matterChange(matterId), part: 'status' }),
    },
    {
      id: 'matter-responsible',
      title: 'Change who is responsible for this matter',
      run: () => openForm({ form: matterChange(matterId), part: 'responsible' }),
    },
    {
      id: 'people',
      title: 'Show the people and billing of this matter',
      also: 'roles relationships',
      run: () => goTo({ screen: 'matter', matterId, tab: 'people' }),
    },
    {
      id: 'tasks',
      title: 'Show the client tasks of this matter',
      run: () => goTo({ screen: 'matter', matterId, tab: 'tasks' }),
    },
  ];
}

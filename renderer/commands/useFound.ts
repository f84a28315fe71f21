import type { InferClientOutputs } from '@orpc/client';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { MatterId, MatterRow } from '../../shared/model/index.ts';
import type { Client } from '../conversation/client.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { documentsOf, type Place } from '../place/place.ts';
import { goTo } from '../place/usePlace.ts';
import { usePreferences } from '../preferences/usePreferences.ts';
import { findSettings } from '../settings/settingsIndex.ts';
import { count } from '../words/count.ts';
import { displayName } from '../words/displayName.ts';
import { type Command, matchingCommands } from './commands.ts';
import type { Found, FoundGroup } from './found.ts';
import { inOrder, isOver } from './matterOrder.ts';
import { useCommands } from './useCommands.ts';

/** Things of each kind shown at once, those asked for (of which some come first here), and matters opened last. */
const mostShown = 7;
const mostFound = 20;
const mostRecent = 5;

/** What the text finds, `isAnswered` once it is that and no longer what an earlier text found: matters opened last and commands for no text, the best of everything otherwise. `error` says why matters, documents and people could not be looked for. */
export function useFound(
  text: string,
  place: Place,
  /** Nothing is asked for while nobody looks. */
  enabled: boolean,
  lead: { showShortcuts: () => void; signOut: () => void; listMatters: (text: string) => void },
): { readonly groups: FoundGroup[]; readonly isAnswered: boolean; readonly error: Error | null } {
  const { queries } = useConversation();
  const { listMatters } = lead;
  const commands = matchingCommands(useCommands(place, lead), text).map(ofCommand);
  const typed = text.trim();
  const recentIds = usePreferences()?.recent ?? [];
  const recent = recentIds.slice(0, mostRecent);
  const remembered = useQueries({
    queries: recent.map((matterId) =>
      queries.engine.matters.get.queryOptions({ input: { matterId }, enabled: enabled && typed === '' }),
    ),
  });
  const {
    data: found,
    isPlaceholderData,
    error,
  } = useQuery({
    ...queries.engine.search.queryOptions({ input: { text: typed, limit: mostFound } }),
    enabled: enabled && typed !== '',
    placeholderData: keepPreviousData,
  });
  const here = place.screen === 'matter' ? place.matterId : null;
  const groups: FoundGroup[] =
    typed === ''
      ? [
          {
            title: 'Recently opened matters',
            items: remembered.flatMap(({ data }) =>
              data && data.id !== here ? [ofMatter({ ...data, matterId: data.id })] : [],
            ),
          },
          { title: 'Commands', items: commands },
        ]
      : [
          { title: 'Matters', items: mattersOf(found?.matters ?? [], recentIds, typed, listMatters) },
          { title: 'Clients', items: some(found?.clients).map((client) => ofClient(client, listMatters)) },
          { title: 'Documents', items: some(found?.documents).map(ofDocument) },
          { title: 'People', items: some(found?.people).map((person) => ofPerson(person, listMatters)) },
          { title: 'Commands', items: commands },
          { title: 'Settings', items: findSettings(typed).map(ofSetting) },
        ];
  const isAnswered =
    typed === ''
      ? remembered.every(({ isPending }) => !isPending)
      : error !== null || (found !== undefined && !isPlaceholderData);
  return { groups: groups.filter((group) => group.items.length > 0), isAnswered, error };
}

type FoundInEngine = InferClientOutputs<Client>['engine']['search'];
type FoundMatter = FoundInEngine['matters'][number];

const ofCommand = ({ id, title, keys, run }: Command): Found => ({
  id,
  title,
  keys,
  run,
});

type ShownMatter = Omit<FoundMatter, 'clientNames'> & Pick<MatterRow, 'clientNames'>;

const ofMatter = ({ matterId, title, number, status, clientNames = [] }: ShownMatter): Found => ({
  id: `matter ${matterId}`,
  title,
  // Nothing is told by its colour alone.
  more: [number, ...clientNames, status === 'Open' ? '' : status].filter(Boolean).join(', '),
  isOver: isOver(status),
  run: () => goTo(documentsOf(matterId)),
});

/** The first of them, and the way to all. */
function mattersOf(
  found: readonly FoundMatter[],
  recent: readonly MatterId[],
  typed: string,
  listMatters: (text: string) => void,
): Found[] {
  if (found.length === 0) return [];
  return [
    ...inOrder(found, recent, typed).slice(0, mostShown).map(ofMatter),
    {
      id: 'all matters',
      title: `All matters with “${displayName(typed)}”`,
      run: () => listMatters(typed),
    },
  ];
}

const some = <Item>(items: readonly Item[] = []): readonly Item[] => items.slice(0, mostShown);

const ofDocument = (found: FoundInEngine['documents'][number]): Found => ({
  id: `document ${found.matterId} ${found.fileId}`,
  title: found.name,
  more: [found.matterNumber, found.matterTitle].filter(Boolean).join(' '),
  run: () => goTo(documentsOf(found.matterId, null, found.fileId)),
});

const ofSetting = ({ section, category }: ReturnType<typeof findSettings>[number]): Found => ({
  id: `setting ${section.id}`,
  title: section.title,
  more: category,
  run: () => goTo({ screen: 'settings', section: section.id }),
});

const ofClient = (
  { contactId, name, matters }: FoundInEngine['clients'][number],
  listMatters: (text: string) => void,
): Found => ({
  id: `client ${contactId}`,
  title: name,
  more: count(matters, 'matter'),
  run: () => listMatters(name),
});

const ofPerson = (
  { userId, name }: FoundInEngine['people'][number],
  listMatters: (text: string) => void,
): Found => ({
  id: `person ${userId}`,
  title: name,
  more: 'This person’s matters',
  run: () => listMatters(name),
});

import type { InferClientOutputs } from '@orpc/client';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { MatterRow } from '../../shared/model/index.ts';
import type { Client } from '../conversation/client.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { documentsOf, type Place } from '../place/place.ts';
import { goTo } from '../place/usePlace.ts';
import { usePreferences } from '../preferences/usePreferences.ts';
import { count } from '../words/count.ts';
import { type Command, matchingCommands } from './commands.ts';
import type { Found, FoundGroup } from './found.ts';
import { useCommands } from './useCommands.ts';

/** Things of each kind found at once, and matters opened last. */
const mostFound = 7;
const mostRecent = 5;

/** What the text finds, `isAnswered` once it is that and no longer what an earlier text found: matters opened last and commands for no text, the best of everything otherwise. `error` says why matters, documents and people could not be looked for. */
export function useFound(
  text: string,
  place: Place,
  { showShortcuts, listMatters }: { showShortcuts: () => void; listMatters: (text: string) => void },
): { readonly groups: FoundGroup[]; readonly isAnswered: boolean; readonly error: Error | null } {
  const { queries } = useConversation();
  const commands = matchingCommands(useCommands(place, showShortcuts), text).map(ofCommand);
  const typed = text.trim();
  const recent = usePreferences()?.recent.slice(0, mostRecent) ?? [];
  const remembered = useQueries({
    queries: recent.map((matterId) =>
      queries.engine.matters.get.queryOptions({ input: { matterId }, enabled: typed === '' }),
    ),
  });
  const {
    data: found,
    isPlaceholderData,
    error,
  } = useQuery({
    ...queries.engine.search.queryOptions({ input: { text: typed, limit: mostFound } }),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
  });
  const here = place.screen === 'matter' ? place.matterId : null;
  const groups: FoundGroup[] =
    typed === ''
      ? [
          {
            title: 'Recently opened matters',
            items: remembered.flatMap(({ data }) => (data && data.id !== here ? [ofMatter(data)] : [])),
          },
          { title: 'Commands', items: commands },
        ]
      : [
          { title: 'Matters', items: (found?.matters ?? []).map(ofFoundMatter) },
          { title: 'Clients', items: (found?.clients ?? []).map((client) => ofClient(client, listMatters)) },
          { title: 'Documents', items: (found?.documents ?? []).map(ofDocument) },
          { title: 'People', items: (found?.people ?? []).map((person) => ofPerson(person, listMatters)) },
          { title: 'Commands', items: commands },
        ];
  const isAnswered =
    typed === ''
      ? remembered.every(({ isPending }) => !isPending)
      : error !== null || (found !== undefined && !isPlaceholderData);
  return { groups: groups.filter((group) => group.items.length > 0), isAnswered, error };
}

const ofCommand = ({ id, title, keys, run }: Command): Found => ({
  id,
  title,
  more: null,
  keys: keys ?? null,
  run,
});

const ofMatter = ({ id, title, number, personResponsible }: MatterRow): Found => ({
  id: `matter ${id}`,
  title,
  more: [number, personResponsible].filter(Boolean).join(', '),
  keys: null,
  run: () => goTo(documentsOf(id)),
});

type FoundInEngine = InferClientOutputs<Client>['engine']['search'];

const ofFoundMatter = ({ matterId, title, number, status }: FoundInEngine['matters'][number]): Found => ({
  id: `matter ${matterId}`,
  title,
  more: [number, status].filter(Boolean).join(', '),
  keys: null,
  run: () => goTo(documentsOf(matterId)),
});

const ofDocument = (found: FoundInEngine['documents'][number]): Found => ({
  id: `document ${found.matterId} ${found.fileId}`,
  title: found.name,
  more: [found.matterNumber, found.matterTitle].filter(Boolean).join(' '),
  keys: null,
  run: () => goTo(documentsOf(found.matterId, null, found.fileId)),
});

const ofClient = (
  { contactId, name, matters }: FoundInEngine['clients'][number],
  listMatters: (text: string) => void,
): Found => ({
  id: `client ${contactId}`,
  title: name,
  more: count(matters, 'matter'),
  keys: null,
  run: () => listMatters(name),
});

const ofPerson = (
  { userId, name }: FoundInEngine['people'][number],
  listMatters: (text: string) => void,
): Found => ({
  id: `person ${userId}`,
  title: name,
  more: 'This person’s matters',
  keys: null,
  run: () => listMatters(name),
});

import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { MatterRow } from '../../shared/model.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { documentsOf, type Place } from '../place/place.ts';
import { goTo } from '../place/usePlace.ts';
import { usePreferences } from '../preferences/usePreferences.ts';
import { type Command, matchingCommands } from './commands.ts';
import type { Found, FoundGroup } from './found.ts';
import { useCommands } from './useCommands.ts';

/** Matters found at once, and those opened last. */
const mostMatters = 7;
const mostRecent = 5;

/** What the text finds: matters opened last and commands for no text, the best of everything otherwise. */
export function useFound(text: string, place: Place, showShortcuts: () => void): FoundGroup[] {
  const { queries } = useConversation();
  const commands = matchingCommands(useCommands(place, showShortcuts), text).map(ofCommand);
  const typed = text.trim();
  const recent = usePreferences()?.recent.slice(0, mostRecent) ?? [];
  const remembered = useQueries({
    queries: recent.map((matterId) =>
      queries.engine.matters.get.queryOptions({ input: { matterId }, enabled: typed === '' }),
    ),
  });
  const { data: matters } = useQuery({
    ...queries.engine.matters.list.queryOptions({ input: { text: typed, show: 'all', limit: mostMatters } }),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
  });
  const here = place.screen === 'matter' ? place.matterId : null;
  const groups: FoundGroup[] =
    typed === ''
      ? [
          {
            title: 'Matters opened last',
            items: remembered.flatMap(({ data }) => (data && data.id !== here ? [ofMatter(data)] : [])),
          },
          { title: 'Commands', items: commands },
        ]
      : [
          { title: 'Matters', items: (matters?.rows ?? []).map(ofMatter) },
          { title: 'Commands', items: commands },
        ];
  return groups.filter((group) => group.items.length > 0);
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

import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useState } from 'react';
import type { MatterRow } from '../../shared/model/index.ts';
import type { Queries } from '../conversation/queries.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useOwnStaff } from '../person/useOwnStaff.ts';
import type { MattersView } from './mattersView.ts';
import { pageSize, pagesFor } from './pages.ts';

export interface MatterPages {
  /** Null until the first answer. */
  readonly total: number | null;
  readonly error: Error | null;
  /** Asks once more after an error. */
  again: () => unknown;
  rowAt: (index: number) => MatterRow | undefined;
  /** Tells which rows are on the screen, so that their pages are fetched. */
  onShown: (first: number, last: number) => void;
}

/** What is asked for a page of the list. */
export const pageQuery = (
  queries: Queries,
  filter: Pick<MattersView, 'text' | 'sort'> & {
    show: 'open' | 'all' | 'leads' | 'linked';
    responsibleId?: string;
  },
  page: number,
) =>
  queries.engine.matters.list.queryOptions({
    input: { ...filter, offset: page * pageSize, limit: pageSize },
  });

/** Which matters are asked for; null when the list is made of none that are asked for by pages. */
export function askedFor(show: MattersView['show'], staffId: string | undefined) {
  if (show === 'pinned' || show === 'recent') return null;
  if (show !== 'mine') return { show };
  return staffId === undefined ? null : { show: 'open' as const, responsibleId: staffId };
}

/** Matters page by page, as they are scrolled to; the pages on the screen are kept up to date. */
export function useMatterPages(view: Pick<MattersView, 'text' | 'show' | 'sort'>): MatterPages {
  const { queries } = useConversation();
  const staff = useOwnStaff();
  const typed = useDeferredValue(view.text.trim());
  const asked = askedFor(view.show, staff?.id);
  const enabled = asked !== null;
  const filter = { text: typed, sort: view.sort, ...(asked ?? { show: 'all' as const }) };
  const [shown, setShown] = useState({ first: 0, last: 0 });
  const optionsOf = (page: number) => ({ ...pageQuery(queries, filter, page), enabled });

  const head = useQuery({ ...optionsOf(0), placeholderData: keepPreviousData });
  const pages = pagesFor(shown.first, shown.last).filter((page) => page > 0);
  const rest = useQueries({ queries: pages.map(optionsOf) });

  const onShown = useCallback((first: number, last: number) => setShown({ first, last }), [setShown]);
  return {
    total: head.data?.total ?? null,
    error: head.error,
    again: head.refetch,
    rowAt(index) {
      const page = Math.floor(index / pageSize);
      const rows = page === 0 ? head.data?.rows : rest[pages.indexOf(page)]?.data?.rows;
      return rows?.[index - page * pageSize];
    },
    onShown,
  };
}

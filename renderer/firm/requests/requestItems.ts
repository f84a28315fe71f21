import type { Draft, RequestView } from '../../../shared/model/index.ts';

/** One page of requests, newest first, of all that stand like this. */
export interface RequestPage {
  readonly rows: readonly RequestView[];
  readonly total: number;
}

export type RequestItem =
  | { readonly kind: 'heading'; readonly title: string }
  | { readonly kind: 'request'; readonly request: RequestView }
  | { readonly kind: 'draft'; readonly draft: Draft };

interface Pages {
  readonly problems: RequestPage;
  readonly open: RequestPage;
  readonly ended: RequestPage;
  readonly drafts: readonly Draft[];
}

/** The list of requests: what needs the person comes first, however old it is. */
export function requestItems({ problems, open, ended, drafts }: Pages): RequestItem[] {
  // One that changes between two answers may be on two pages.
  const shown = new Set<string>();
  const of = (title: string, { rows, total }: RequestPage): RequestItem[] => {
    const items = rows
      .filter(({ id }) => !shown.has(id) && shown.add(id))
      .map((request): RequestItem => ({ kind: 'request', request }));
    return part(total > rows.length ? `${title}, the newest ${rows.length} of ${total}` : title, items);
  };
  return [
    ...of('Needs you', problems),
    ...of('Waiting and sent', open),
    ...part(
      'Drafts',
      drafts.map((draft) => ({ kind: 'draft', draft })),
    ),
    ...of('Done and cancelled', ended),
  ];
}

const part = (title: string, some: readonly RequestItem[]): RequestItem[] =>
  some.length === 0 ? [] : [{ kind: 'heading', title }, ...some];

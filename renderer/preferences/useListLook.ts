import type { Preferences } from '../../shared/model/index.ts';
import { useAct } from '../frame/notices.tsx';
import type { Column } from '../widgets/RowGrid.tsx';
import { arranged, type ListLook, usualLook, withWidth } from './listLook.ts';
import { usePrefer, usePreferences } from './usePreferences.ts';

/** The lists whose columns and rows a person arranges. */
export type ListName = 'matters' | 'documents';

interface ListArrangement {
  readonly look: ListLook;
  readonly isCompact: boolean;
  /** The columns that are shown, as wide as the person made them. */
  arrange: <Row>(columns: readonly Column<Row>[]) => Column<Row>[];
  onResize: (column: string, width: number) => void;
  change: (look: NonNullable<Preferences['lists']>) => void;
}

/** How a list looks, and the ways to change that. */
export function useListLook(list: ListName): ListArrangement {
  const look = usePreferences()?.lists ?? usualLook;
  const prefer = usePrefer();
  const act = useAct();
  const change = (lists: ListLook) => act(() => prefer({ lists }));
  return {
    look,
    isCompact: look.density === 'compact',
    arrange: (columns) => arranged(columns, list, look),
    onResize: (column, width) => change(withWidth(look, `${list}.${column}`, width)),
    change,
  };
}

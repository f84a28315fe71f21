/** What is selected in a list, by identity, so that it survives rows that come, go and change places. */
export interface Selection<Id> {
  readonly selected: ReadonlySet<Id>;
  /** Where the keyboard is. */
  readonly active: Id | null;
  /** Where a range begins. */
  readonly anchor: Id | null;
}

/** How a row is come to: alone, as the end of a range, adding or taking away, or only looking. */
export type Step = 'only' | 'range' | 'toggle' | 'pass';

export const nothingSelected: Selection<never> = { selected: new Set(), active: null, anchor: null };

export const onlySelected = <Id>(id: Id): Selection<Id> => ({
  selected: new Set([id]),
  active: id,
  anchor: id,
});

/** The selection after a step to a row; as it was when no such row is there. */
export function afterStep<Id>(
  before: Selection<Id>,
  order: readonly Id[],
  index: number,
  step: Step,
): Selection<Id> {
  const id = order[index];
  if (id === undefined) return before;
  switch (step) {
    case 'only':
      return onlySelected(id);
    case 'pass':
      return { ...before, active: id, anchor: before.anchor ?? id };
    case 'toggle': {
      const selected = new Set(before.selected);
      if (!selected.delete(id)) selected.add(id);
      return { selected, active: id, anchor: id };
    }
    case 'range': {
      const from = before.anchor === null ? index : Math.max(0, order.indexOf(before.anchor));
      const range = order.slice(Math.min(from, index), Math.max(from, index) + 1);
      return { selected: new Set(range), active: id, anchor: order[from] ?? id };
    }
    default:
      return step satisfies never;
  }
}

export const allSelected = <Id>(before: Selection<Id>, order: readonly Id[]): Selection<Id> => ({
  selected: new Set(order),
  active: before.active ?? order[0] ?? null,
  anchor: before.anchor ?? order[0] ?? null,
});

interface Modifiers {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

export const stepOfClick = ({ shiftKey, ctrlKey, metaKey }: Modifiers): Step =>
  shiftKey ? 'range' : ctrlKey || metaKey ? 'toggle' : 'only';

export const stepOfKey = ({ shiftKey, ctrlKey, metaKey }: Modifiers): Step =>
  shiftKey ? 'range' : ctrlKey || metaKey ? 'pass' : 'only';

import type { Preferences } from '../../shared/model/index.ts';
import type { Column } from '../widgets/RowGrid.tsx';

export type ListLook = NonNullable<Preferences['lists']>;

export const usualLook: ListLook = { density: 'comfortable', hidden: [], widths: {} };

/** Narrower than this nothing can be read in a column; wider it leaves no room for others. Pixels. */
const narrowest = 60;
const widest = 900;

export const withWidth = (look: ListLook, column: string, width: number): ListLook => ({
  ...look,
  widths: { ...look.widths, [column]: Math.round(Math.min(widest, Math.max(narrowest, width))) },
});

/** Shows a column that is left out, or leaves it out. */
export const withColumn = (look: ListLook, column: string, isShown: boolean): ListLook => ({
  ...look,
  hidden: isShown ? look.hidden.filter((one) => one !== column) : [...look.hidden, column],
});

/** Everything of one list as it was before anybody changed it; the density is of all lists. */
export const asBefore = (look: ListLook, list: string): ListLook => {
  const isOther = (column: string) => !column.startsWith(`${list}.`);
  return {
    ...look,
    hidden: look.hidden.filter(isOther),
    widths: Object.fromEntries(Object.entries(look.widths).filter(([column]) => isOther(column))),
  };
};

/** The columns a person wants to see, as wide as they made them; the one that names the row is always there. */
export function arranged<Row>(columns: readonly Column<Row>[], list: string, look: ListLook): Column<Row>[] {
  return columns
    .filter(({ id, always }) => always === true || !look.hidden.includes(`${list}.${id}`))
    .map((column) => {
      const width = look.widths[`${list}.${column.id}`];
      // The column that names the row takes what is left, so that all of them fill the list.
      return width === undefined || column.always === true ? column : { ...column, width: `${width}px` };
    });
}

/** Those columns that a table of this width has room for; all while its width is not known. Pixels. */
export function fittingColumns<Column extends { readonly from?: number }>(
  columns: readonly Column[],
  width: number | null,
): readonly Column[] {
  return width === null ? columns : columns.filter(({ from = 0 }) => from <= width);
}

import { expect, it } from 'vitest';
import { fittingColumns } from '../../../renderer/widgets/fittingColumns.ts';

const columns = [{ id: 'name' }, { id: 'versions', from: 520 }, { id: 'changed', from: 400 }];
const ids = (width: number | null) => fittingColumns(columns, width).map(({ id }) => id);

it('columns that matter less give way to the name in a narrow table', () => {
  expect(ids(null)).toEqual(['name', 'versions', 'changed']);
  expect(ids(520)).toEqual(['name', 'versions', 'changed']);
  expect(ids(450)).toEqual(['name', 'changed']);
  expect(ids(200)).toEqual(['name']);
});

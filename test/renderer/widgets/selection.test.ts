import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterStep,
  allSelected,
  nothingSelected,
  onlySelected,
  type Selection,
  type Step,
} from '../../../renderer/widgets/selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const after = (...steps: readonly (readonly [number, Step])[]): Selection<string> =>
  steps.reduce<Selection<string>>(
    (selection, [index, step]) => afterStep(selection, order, index, step),
    nothingSelected,
  );
const chosen = (selection: Selection<string>) => [...selection.selected].join('');

describe('what is selected', () => {
  it('is the one row that is clicked or moved to', () => {
    expect(chosen(after([1, 'only'], [3, 'only']))).toBe('d');
  });
  it('is a range with Shift, in either direction, from where it began', () => {
    expect(chosen(after([1, 'only'], [3, 'range']))).toBe('bcd');
    expect(chosen(after([3, 'only'], [4, 'range'], [1, 'range']))).toBe('bcd');
  });
  it('grows and shrinks by Ctrl and a click', () => {
    expect(chosen(after([1, 'only'], [3, 'toggle'], [1, 'toggle']))).toBe('d');
  });
  it('stays while the keyboard only passes', () => {
    const passed = after([0, 'only'], [3, 'pass']);
    expect([chosen(passed), passed.active]).toEqual(['a', 'd']);
  });
  it('is everything with Ctrl+A', () => {
    expect(chosen(allSelected(onlySelected('c'), order))).toBe('abcde');
  });
  it('stays as it was for a row that is not there', () => {
    const before = after([2, 'only']);
    expect(afterStep(before, order, -1, 'only')).toBe(before);
    expect(afterStep(before, order, 9, 'range')).toBe(before);
  });
  it('names only rows there are, and the row of the last step, whatever is done', () => {
    const step = fc.constantFrom<Step>('only', 'range', 'toggle', 'pass');
    const steps = fc.array(fc.tuple(fc.nat(4), step), { minLength: 1 });
    fc.assert(
      fc.property(steps, (taken) => {
        const selection = after(...taken);
        expect([...selection.selected].every((id) => order.includes(id))).toBe(true);
        expect(selection.active).toBe(order[taken.at(-1)?.[0] ?? 0]);
      }),
    );
  });
});

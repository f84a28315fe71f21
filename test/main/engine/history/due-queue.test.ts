import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DueQueue } from '../../../../main/engine/features/history/due-queue.ts';

test('whatever is put in, changed and taken out, the earliest comes first, and of equals the one put in first', () => {
  const step = fc.record({
    item: fc.integer({ min: 0, max: 30 }),
    due: fc.option(fc.integer({ min: 0, max: 20 }), { nil: null }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const queue = new DueQueue<number>();
      const model = new Map<number, { due: number; order: number }>();
      for (const [order, { item, due }] of steps.entries()) {
        if (due === null) {
          queue.delete(item);
          model.delete(item);
        } else {
          queue.set(item, due);
          model.set(item, { due, order });
        }
        expect(queue.size).toBe(model.size);
        expect(queue.dueOf(item)).toBe(model.get(item)?.due);
      }
      const expected = [...model]
        .toSorted(([, one], [, other]) => one.due - other.due || one.order - other.order)
        .map(([item]) => item);
      const taken: number[] = [];
      for (let first = queue.first(); first; first = queue.first()) {
        taken.push(first.item);
        queue.delete(first.item);
      }
      expect(taken).toEqual(expected);
    }),
  );
});

test('20,000 items take a handful of comparisons each, not a look at all of them', () => {
  const queue = new DueQueue<{ readonly due: number }>();
  let looks = 0;
  for (let index = 0; index < 20_000; index += 1) {
    const due = (index * 7919) % 20_000;
    queue.set({ due }, {
      valueOf: () => {
        looks += 1;
        return due;
      },
    } as unknown as number);
  }
  looks = 0;
  const first = queue.first();
  if (first) queue.set(first.item, 30_000);
  expect(looks).toBeLessThan(200);
});

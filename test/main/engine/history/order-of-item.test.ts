import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inSaidOrder } from '../../../../main/engine/features/history/order-of-item.ts';
import type { Told } from '../../../../main/engine/store/history.ts';

const folders = ['', 'F', 'G'] as const;
const runs = { numRuns: 5_000 };

/** What happens to one document: the folders that tell of it, and by how much the clock was wrong. */
const happening = fc.record({
  lists: fc.uniqueArray(fc.constantFrom(...folders), { minLength: 1, maxLength: 2 }),
  skew: fc.integer({ min: -50, max: 50 }),
});
const story = fc.array(
  fc.oneof(
    happening.map((one) => ({ kind: 'happens' as const, ...one })),
    fc.constantFrom(...folders).map((folder) => ({ kind: 'read' as const, folder })),
  ),
  { maxLength: 16 },
);
type Story = typeof story extends fc.Arbitrary<infer Steps> ? Steps : never;

/** What is known after the reads of a story, and the numbers of the entries in the order in which they happened. */
function knownAfter(steps: Story): { told: Told[]; truth: number[]; facts: (readonly [number, number])[] } {
  const happened: { readonly lists: readonly string[]; readonly stated: number; seq: number | null }[] = [];
  const shown = new Map<string, { count: number; seen: number }>();
  const told = new Map<number, Told>();
  const facts: (readonly [number, number])[] = [];
  for (const step of [...steps, ...folders.map((folder) => ({ kind: 'read' as const, folder }))]) {
    if (step.kind === 'happens') {
      const stated = (happened.length + step.skew) * 10;
      happened.push({ lists: step.lists, stated, seq: null });
      continue;
    }
    const { folder } = step;
    const list = happened.filter(({ lists }) => lists.includes(folder));
    const before = shown.get(folder) ?? { count: 0, seen: 0 };
    const known = told.size;
    for (const [index, one] of list.entries()) {
      const last = list[index - 1]?.seq;
      if (last && one.seq !== last) facts.push([last, one.seq ?? told.size + 1]);
      if (index < before.count) continue;
      for (let earlier = 1; earlier <= before.seen; earlier += 1)
        facts.push([earlier, one.seq ?? told.size + 1]);
      if (one.seq === null) {
        one.seq = told.size + 1;
        const stand = { list: folder, behind: one.seq, no: 0 };
        told.set(one.seq, {
          ...{ seq: one.seq, stated: one.stated, place: one.stated, after: before.seen, stands: [stand] },
        });
        continue;
      }
      const kept = told.get(one.seq);
      if (!kept) continue;
      told.set(one.seq, {
        ...kept,
        after: Math.max(kept.after ?? 0, before.seen),
        stands: [...kept.stands, { list: folder, behind: told.size, no: facts.length }],
      });
    }
    shown.set(folder, { count: list.length, seen: known });
  }
  return { told: [...told.values()], truth: happened.flatMap(({ seq }) => seq ?? []), facts };
}

const numbers = (entries: readonly Told[]) => inSaidOrder(entries).map(({ seq }) => seq);

describe('the order of what was told of one document', () => {
  test('keeps what each folder’s history showed, and what was known when it was read before, whatever clocks say', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const { told, facts } = knownAfter(steps);
        const places = new Map(numbers(told).map((seq, place) => [seq, place]));
        for (const [earlier, later] of facts)
          expect(places.get(earlier)).toBeLessThan(places.get(later) as number);
      }),
      runs,
    );
  });

  test('is the one in which it happened where clocks are right', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const right = steps.map((step) => (step.kind === 'happens' ? { ...step, skew: 0 } : step));
        const { told, truth } = knownAfter(right);
        expect(numbers(told)).toEqual(truth);
      }),
      runs,
    );
  });

  test('has everything in it once, also where a service contradicts itself', () => {
    const stand = fc.record({ list: fc.constantFrom(...folders), behind: fc.nat(6), no: fc.nat(3) });
    const any = fc.record({
      stated: fc.nat(5),
      place: fc.nat(5),
      after: fc.option(fc.nat(8), { nil: null }),
      stands: fc.array(stand, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 7 }), (some) => {
        const told = some.map((one, index) => ({ seq: index + 1, ...one }));
        expect(numbers(told).toSorted((a, b) => a - b)).toEqual(told.map(({ seq }) => seq));
      }),
      runs,
    );
  });
});

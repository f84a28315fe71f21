import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Reconcile } from '../../../../main/engine/features/watch/reconcile.ts';
import type { LastLook } from '../../../../main/engine/store/links.ts';

const folder = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.constantFrom('1', '2', '3'));

test('what is looked at after a pause is exactly what was added, changed or removed in it', () => {
  fc.assert(
    fc.property(folder, folder, (before, after) => {
      const reconcile = new Reconcile(Object.entries(before) as [string, LastLook][]);
      const lookedAt = Object.entries(after)
        .filter(([path, print]) => reconcile.differs(path, { isAs: (look) => look === print }))
        .map(([path]) => path);
      lookedAt.push(...reconcile.missing());
      const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
        (path) => before[path] !== after[path],
      );
      expect(lookedAt.toSorted()).toEqual(changed.toSorted());
    }),
  );
});

test('a file that was only reported, not looked at, is looked at', () => {
  const reconcile = new Reconcile([['a', '1' as LastLook]]);
  expect(reconcile.differs('a', null)).toBe(true);
  expect([...reconcile.missing()]).toEqual([]);
});

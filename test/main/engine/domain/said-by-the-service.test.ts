import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Here,
  type Step,
  saidByTheService,
} from '../../../../main/engine/domain/said-by-the-service.ts';

const names = fc.constantFrom('A.docx', 'B.docx', 'C.docx');
const folders = fc.constantFrom(null, 'letters', 'court');
const step = fc.record({
  name: names,
  folderId: folders,
  gone: fc.constantFrom<Step['gone']>('no', 'no', 'no', 'deleted', 'elsewhere'),
});
/** Told in the order in which they came. */
const told = fc
  .array(step, { minLength: 1, maxLength: 8 })
  .map((steps) => steps.map((one, index): Step => ({ ...one, seq: index + 1 })));
/** Told in an order of the service's own. */
const inAnyOrder = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 8 }), fc.infiniteStream(fc.nat()))
  .map(([steps, chance]) => {
    const seqs = steps.map((_one, index) => ({ seq: index + 1, by: chance.next().value }));
    const mixed = seqs.toSorted((a, b) => Number(a.by) - Number(b.by));
    return steps.map((one, index): Step => ({ ...one, seq: mixed[index]?.seq ?? 0 }));
  });
const hereAs = (name: string, folderId: string | null, namedUpTo = 0): Here => ({
  ...{ folderId, namedUpTo },
  isCalled: (one) => one === name,
});
const here = fc.record({ name: names, folderId: folders, namedUpTo: fc.nat(9) });

test('what is here as the service has it is left as it is', () => {
  fc.assert(
    fc.property(inAnyOrder, fc.nat(9), (steps, namedUpTo) => {
      const last = steps.at(-1);
      fc.pre(last?.gone === 'no');
      const said = saidByTheService(steps, hereAs(last?.name ?? '', last?.folderId ?? null, namedUpTo));
      expect(said).toEqual({ kind: 'nothing' });
    }),
  );
});

test('no loop: once it is so here, nothing is left to follow', () => {
  fc.assert(
    fc.property(inAnyOrder, here, (steps, { name, folderId, namedUpTo }) => {
      const said = saidByTheService(steps, hereAs(name, folderId, namedUpTo));
      fc.pre(said.kind === 'placed');
      if (said.kind !== 'placed') return;
      const last = steps.at(-1);
      const now = hereAs(said.name ?? name, said.moved ? (last?.folderId ?? null) : folderId, namedUpTo);
      expect(saidByTheService(steps, now)).toEqual({ kind: 'nothing' });
    }),
  );
});

test('a name or a place that the service never gave it is this computer’s own, and stays', () => {
  fc.assert(
    fc.property(inAnyOrder, (steps) => {
      fc.pre(steps.at(-1)?.gone === 'no');
      expect(saidByTheService(steps, hereAs('Own.docx', 'own'))).toEqual({ kind: 'nothing' });
    }),
  );
});

test('what the person named last is never named otherwise by an entry that was known by then', () => {
  fc.assert(
    fc.property(inAnyOrder, here, (steps, { name, folderId, namedUpTo }) => {
      const said = saidByTheService(steps, hereAs(name, folderId, namedUpTo));
      expect(said.kind !== 'placed' || said.seq > namedUpTo).toBe(true);
    }),
  );
});

test('the service’s last word wins where it came after all that says what is here', () => {
  fc.assert(
    fc.property(told, names, folders, (steps, name, folderId) => {
      const first = { seq: 0, name, folderId, gone: 'no' } as const;
      const last = steps.at(-1);
      fc.pre(last?.gone === 'no' && last.name !== name);
      const said = saidByTheService(
        [first, ...steps.slice(0, -1), ...(last ? [last] : [])],
        hereAs(name, folderId),
      );
      expect(said).toMatchObject({ kind: 'placed', name: last?.name });
    }),
  );
});

test('only a deletion is one: not what is in another matter, nor what came back', () => {
  fc.assert(
    fc.property(inAnyOrder, here, (steps, { name, folderId, namedUpTo }) => {
      const said = saidByTheService(steps, hereAs(name, folderId, namedUpTo));
      expect(said.kind === 'deleted').toBe(steps.at(-1)?.gone === 'deleted');
    }),
  );
});

test('nothing is said of what no history tells of', () => {
  expect(saidByTheService([], hereAs('A.docx', null))).toEqual({ kind: 'nothing' });
});

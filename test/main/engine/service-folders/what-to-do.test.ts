import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeName } from '../../../../main/engine/domain/safe-name.ts';
import {
  agreedNow,
  type BothSides,
  whatToDo,
} from '../../../../main/engine/features/service-folders/what-to-do.ts';
import type { FolderId } from '../../../../shared/model/index.ts';

const names = fc.oneof(fc.constantFrom('Court', 'court', 'A/B', 'A-B', 'A-B (2)', 'CON'), fc.string());
const parents = fc.constantFrom(null, 'f1' as FolderId, 'f2' as FolderId);
const side = fc.record({ name: names, parent: parents });
const sides = fc.record({ here: side, there: side });

type Side = { name: string; parent: FolderId | null };

/** A computer: its directory, and what both sides had when they last agreed. */
class Computer {
  here: Side;
  #agreed: BothSides;
  constructor(there: Side) {
    this.here = { ...there, name: safeName(there.name, 'Folder') };
    this.#agreed = { here: this.here, there };
  }

  /** Does what it is to, and gives what the service has by then. */
  step(there: Side): Side {
    const now = { here: this.here, there };
    const todo = whatToDo(this.#agreed, now, null);
    this.#agreed = agreedNow(this.#agreed, now, todo);
    const { name, place } = todo;
    const told = {
      name: name === 'tell' ? this.here.name : there.name,
      parent: place === 'tell' ? this.here.parent : there.parent,
    };
    this.here = {
      name: name === 'follow' ? safeName(there.name, 'Folder') : this.here.name,
      parent: place === 'follow' ? there.parent : this.here.parent,
    };
    return told;
  }
}

test('no loop of renames: two computers and the service have one name and one place after a few steps, whoever changed it', () => {
  fc.assert(
    fc.property(side, side, side, fc.option(side), (first, ours, theirs, inTheService) => {
      const computers = [new Computer(first), new Computer(first)] as const;
      computers[0].here = ours;
      computers[1].here = theirs;
      let there: Side = inTheService ?? first;
      for (let steps = 0; steps < 8; steps += 1) for (const one of computers) there = one.step(there);
      for (const one of computers) {
        expect(safeName(one.here.name, 'Folder').replace(/ \(\d+\)(?=\.[^.]*$|$)/, '')).toBe(
          safeName(there.name, 'Folder').replace(/ \(\d+\)(?=\.[^.]*$|$)/, ''),
        );
        expect(one.here.parent).toBe(there.parent);
        const before = { here: one.here, there };
        expect(one.step(there)).toEqual(there);
        expect({ here: one.here, there }).toEqual(before);
      }
    }),
  );
});

test('what nobody changed is left as it is on both sides, however it differs', () => {
  fc.assert(
    fc.property(sides, (agreed) => {
      expect(whatToDo(agreed, agreed, agreed.there.name)).toEqual({ name: 'none', place: 'none' });
    }),
  );
});

test('a name that this system cannot have is no rename', () => {
  fc.assert(
    fc.property(side, fc.string(), (agreed, name) => {
      const there = { name, parent: agreed.parent };
      const here = { name: safeName(name, 'Folder'), parent: agreed.parent };
      expect(whatToDo({ here: agreed, there: agreed }, { here, there }, null).name).toBe('none');
    }),
  );
});

test('a number that somebody gives a folder is a name like any other, and one that was given here for the folder’s own is none', () => {
  const calledBoth = (here: string, there: string): BothSides => ({
    here: { name: here, parent: null },
    there: { name: there, parent: null },
  });
  const before = calledBoth('Letters', 'Letters');
  expect(whatToDo(before, calledBoth('Letters (2024)', 'Letters'), null).name).toBe('tell');
  const numbered = calledBoth('Lease (2019)', 'Lease (2019)');
  expect(whatToDo(numbered, calledBoth('Lease (2019)', 'Lease'), 'Lease (2019)').name).toBe('follow');
  expect(whatToDo(calledBoth('Court', 'Court'), calledBoth('Letters (2)', 'Letters'), 'Letters').name).toBe(
    'none',
  );
});

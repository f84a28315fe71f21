import {
  array,
  assert,
  constant,
  constantFrom,
  double,
  integer,
  oneof,
  property,
  record,
  tuple,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changesOf,
  percentOf,
  ratioTyped,
  type Split,
  splitEqually,
  splitOf,
  withoutStaff,
  withShare,
  withStaff,
} from '../../../renderer/forms/splitShares.ts';
import { matterPatchViolations } from '../../../shared/rules/matter-patch.ts';

const none: Split = { isEnabled: true, method: 'equal', shares: [], remainder: null };
const someone = constantFrom('a', 'b', 'c', 'd', 'e');
const step = oneof(
  tuple(constant('join' as const), someone, constant(0)),
  tuple(constant('leave' as const), someone, constant(0)),
  tuple(constant('share' as const), someone, oneof(integer({ min: -500, max: 20_000 }), double())),
  tuple(constant('equally' as const), someone, constant(0)),
  tuple(constant('remainder' as const), someone, constant(0)),
);

function done(split: Split, [what, who, ratio]: [string, string, number]): Split {
  if (what === 'join') return withStaff(split, who);
  if (what === 'leave') return withoutStaff(split, who);
  if (what === 'share')
    return split.shares.some(({ staffId }) => staffId === who) ? withShare(split, who, ratio) : split;
  if (what === 'equally') return splitEqually(split);
  return split.shares.some(({ staffId }) => staffId === who) ? { ...split, remainder: who } : split;
}

describe('the split among originating staff', () => {
  test('is one that the service takes, whatever is done in its editor', () => {
    assert(
      property(array(step, { maxLength: 30 }), constantFrom(null, 'Evenly'), (steps, word) => {
        const split = steps.reduce(done, none);
        const changes = changesOf(split, word);
        expect(matterPatchViolations(changes as never, undefined)).toEqual([]);
        const sum = split.shares.reduce((all, { ratio }) => all + ratio, 0);
        expect(sum).toBe(split.shares.length === 0 ? 0 : 10_000);
        expect(split.shares.every(({ ratio }) => Number.isInteger(ratio) && ratio >= 0)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('gives one the share that was typed, and the others what is left as they had it', () => {
    const split = splitOf({
      originatingStaffIds: ['a', 'b', 'c'],
      splitOriginatingStaffSettings: {
        isEnabled: true,
        splitMethod: 'UseRatio',
        splitMatterStaffs: [
          { matterStaffId: 'a', matterStaffRatio: 5_000 },
          { matterStaffId: 'b', matterStaffRatio: 2_500 },
          { matterStaffId: 'c', matterStaffRatio: 2_500 },
        ],
      },
    });
    expect(withShare(split, 'a', 3_334).shares.map(({ ratio }) => ratio)).toEqual([3_334, 3_333, 3_333]);
  });

  test('is read from a record whose shares make up no whole as equal ones', () => {
    assert(
      property(
        array(record({ matterStaffId: someone, matterStaffRatio: integer({ min: 0, max: 9_000 }) })),
        (staffs) => {
          const split = splitOf({
            splitOriginatingStaffSettings: {
              isEnabled: true,
              splitMethod: 'UseRatio',
              splitMatterStaffs: staffs,
            },
          });
          const sum = split.shares.reduce((all, { ratio }) => all + ratio, 0);
          expect(sum).toBe(split.shares.length === 0 ? 0 : 10_000);
        },
      ),
    );
  });

  test('is said in percent', () => {
    expect([10_000, 3_334, 3_330, 0, 5].map(percentOf)).toEqual([
      '100 %',
      '33.34 %',
      '33.3 %',
      '0 %',
      '0.05 %',
    ]);
  });
});

test('a share that nobody changed is the share it was, whatever its decimals', () => {
  for (let ratio = 0; ratio <= 10_000; ratio += 1) expect(ratioTyped(String(ratio / 100))).toBe(ratio);
  expect([ratioTyped(''), ratioTyped('x')]).toEqual([0, 0]);
});

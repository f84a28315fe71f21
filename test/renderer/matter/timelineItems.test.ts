import { expect, it } from 'vitest';
import { notFiledYet, timelineItems } from '../../../renderer/matter/timeline/timelineItems.ts';
import { timelineEntrySchema } from '../../../shared/model/index.ts';

const now = new Date(2025, 10, 21, 14).getTime();
const entry = (id: string, day: number, state = 'filed') =>
  timelineEntrySchema.parse({
    id,
    matterId: 'm',
    matter: null,
    run: null,
    kind: 'new-version',
    rawKind: '',
    at: new Date(2025, 10, day, 9).toISOString(),
    who: null,
    fileId: 'f',
    name: 'a',
    from: null,
    to: null,
    state,
  });

it('puts what is not filed yet on top and the rest under its days', () => {
  const items = timelineItems(
    [entry('1', 21), entry('2', 21), entry('3', 20, 'waiting'), entry('4', 20), entry('5', 21, 'sent')],
    now,
  );
  expect(items.map(({ entry: { id }, heading }) => [id, heading])).toEqual([
    ['3', notFiledYet],
    ['5', null],
    ['1', 'Today'],
    ['2', null],
    ['4', 'Yesterday'],
  ]);
});

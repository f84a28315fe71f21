import { expect, it } from 'vitest';
import { groupId, notFiledYet, timelineItems } from '../../../renderer/matter/timeline/timelineItems.ts';
import { timelineEntrySchema } from '../../../shared/model/index.ts';

const now = new Date(2025, 10, 21, 14).getTime();
const nothingOpen: ReadonlySet<string> = new Set();
const entry = (id: string, day: number, state = 'filed', more: object = {}) =>
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
    ...more,
  });

it('puts what is not filed yet on top and the rest under its days', () => {
  const items = timelineItems(
    [entry('1', 21), entry('2', 21), entry('3', 20, 'waiting'), entry('4', 20), entry('5', 21, 'sent')],
    now,
    nothingOpen,
  );
  expect(items.map(({ entry: { id }, heading }) => [id, heading])).toEqual([
    ['3', notFiledYet],
    ['5', null],
    ['1', 'Today'],
    ['2', null],
    ['4', 'Yesterday'],
  ]);
});

const added = (id: string, day = 21, who = 'Dana') =>
  entry(id, day, 'filed', { kind: 'created', who, fileId: id });
const shown = (entries: readonly ReturnType<typeof entry>[], open = nothingOpen) =>
  timelineItems(entries, now, open).map((item) =>
    item.kind === 'group'
      ? `${item.entries.length} together`
      : `${item.isInGroup ? '· ' : ''}${item.entry.id}`,
  );

it('tells what one person did to three documents or more in a row as one line, which opens', () => {
  const twelve = Array.from({ length: 12 }, (_, index) => added(String(index)));
  const [first] = twelve;
  expect(shown([...twelve, entry('later', 21)])).toEqual(['12 together', 'later']);
  const open = new Set(first ? [groupId(first)] : []);
  expect(shown(twelve, open)).toEqual(['12 together', ...twelve.map(({ id }) => `· ${id}`)]);
});

it.each([
  ['two', [added('1'), added('2')]],
  ['another person’s', [added('1'), added('2'), added('3', 21, 'Ben')]],
  ['another day’s', [added('1'), added('2'), added('3', 20)]],
  ['renames', ['1', '2', '3'].map((id) => entry(id, 21, 'filed', { kind: 'renamed' }))],
  ['what is not filed yet', ['1', '2', '3'].map((id) => entry(id, 21, 'waiting', { kind: 'created' }))],
])('does not put %s together', (_what, entries) => {
  expect(shown(entries)).toEqual(entries.map(({ id }) => id));
});

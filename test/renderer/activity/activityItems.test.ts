import { expect, it } from 'vitest';
import { activityItems } from '../../../renderer/activity/activityItems.ts';
import { filingOf } from '../fake/firm.ts';
import { scenes } from '../fake/scenes.ts';

const headings = (scene: Parameters<typeof filingOf>[0]) =>
  activityItems(filingOf(scene)).flatMap((item) =>
    item.kind === 'heading' ? [[item.title, item.more]] : [],
  );

it('what goes on is told in parts: under way, problems, waiting, filed', () => {
  expect(headings(scenes.usual)).toEqual([
    ['In progress', null],
    ['Problems', null],
    ['Waiting', null],
    ['Filed in the last 24 hours', null],
  ]);
});

it('saves too many to list are counted', () => {
  expect(headings(scenes.offline)[1]).toEqual(['Waiting', 'and 740 more']);
});

it('each save is listed once', () => {
  const saves = activityItems(filingOf(scenes.usual)).flatMap((item) =>
    item.kind === 'save' ? [item.row.saveId] : [],
  );
  expect(new Set(saves).size).toBe(saves.length);
});

it('nothing has no parts', () => {
  expect(activityItems({ open: [], openTotal: 0, filed: [] })).toEqual([]);
});

import { expect, test } from 'vitest';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import { everyEntry } from '../../../../main/engine/view/timeline-page.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { everything } from '../../../support/whole-timeline.ts';
import { emptyStores, takeInto } from '../history/projected.ts';

test('every entry of a timeline comes once, whoever it is by, however few come at a time', () => {
  const matterId = 'matter' as MatterId;
  const stores = emptyStores();
  const entries = Array.from({ length: 110 }, (_, number) => ({
    seq: 0,
    readFrom: '',
    raw: JSON.stringify({
      id: `entry ${number}`,
      timestamp: new Date(1_700_000_000_000 + Math.floor(number / 3) * 1_000).toISOString(),
      file: { id: `file ${number % 7}` },
      changeType: 'Update',
      userId: `person ${number % 3}`,
    }),
  }));
  takeInto(stores, new Projector(stores), matterId, entries);
  for (const limit of [7, 100, 1_000]) {
    const ids = [...everyEntry(stores, { ...everything, matterId, limit })].flat().map(({ id }) => id);
    expect(ids).toHaveLength(110);
    expect(new Set(ids)).toEqual(new Set(entries.map((_, number) => `entry ${number}`)));
  }
});

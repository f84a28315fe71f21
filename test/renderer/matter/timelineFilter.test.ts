import { describe, expect, it } from 'vitest';
import {
  askedFilter,
  isFiltered,
  kindGroups,
  noFilter,
} from '../../../renderer/matter/timeline/timelineFilter.ts';
import { timelineFilterSchema, timelineKindSchema } from '../../../shared/model/index.ts';

const now = new Date(2026, 2, 15, 14, 30).getTime();
const local = (...parts: [number, number, number, number, number, number, number]) =>
  new Date(...parts).toISOString();

describe('what is asked of a timeline', () => {
  it('is everything when nothing is chosen', () => {
    expect(askedFilter(noFilter, now)).toEqual({
      text: '',
      userId: null,
      kinds: null,
      since: null,
      until: null,
    });
    expect(isFiltered(noFilter)).toBe(false);
  });
  it.each([
    ['today', local(2026, 2, 15, 0, 0, 0, 0)],
    ['week', local(2026, 2, 9, 0, 0, 0, 0)],
    ['month', local(2026, 1, 14, 0, 0, 0, 0)],
  ] as const)('begins with the first moment of the first day: %s', (period, since) => {
    expect(askedFilter({ ...noFilter, period }, now)).toMatchObject({ since, until: null });
  });
  it('has both days of a span whole, and leaves open what is not chosen', () => {
    const between = { ...noFilter, period: 'between', from: '2026-03-01', to: '2026-03-02' } as const;
    expect(askedFilter(between, now)).toMatchObject({
      since: local(2026, 2, 1, 0, 0, 0, 0),
      until: local(2026, 2, 2, 23, 59, 59, 999),
    });
    expect(askedFilter({ ...between, to: '' }, now).until).toBeNull();
    expect(askedFilter({ ...between, from: 'nonsense' }, now).since).toBeNull();
  });
  it('keeps the contract, whatever is chosen', () => {
    for (const kinds of ['versions', 'moves', 'deletions', 'folders', 'other'] as const) {
      const asked = askedFilter({ ...noFilter, kinds, period: 'week', text: ' brief ' }, now);
      expect(timelineFilterSchema.parse(asked)).toMatchObject({ text: 'brief' });
    }
  });
  it('can be any kind there is', () => {
    const offered = new Set<string>(Object.values(kindGroups).flatMap(({ kinds }) => [...kinds]));
    expect(timelineKindSchema.options.filter((kind) => !offered.has(kind))).toEqual([]);
  });
});

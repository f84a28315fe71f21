import { beforeEach, describe, expect, test } from 'vitest';
import { HistoryIntake } from '../../../../main/engine/features/history/intake.ts';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import { readEntry } from '../../../../main/engine/service/history.ts';
import type { Stores } from '../../../../main/engine/store/stores.ts';
import { everyEntry, type TimelineQuery, timelinePage } from '../../../../main/engine/view/timeline-page.ts';
import { systemClock } from '../../../../shared/base/clock.ts';
import type { FileId, FolderId, MatterId } from '../../../../shared/model/index.ts';
import { everything } from '../../../support/whole-timeline.ts';
import { emptyStores } from '../history/projected.ts';

const matterId = 'matter-1' as MatterId;
let stores: Stores;
let minute = 0;

async function told(entries: readonly Record<string, unknown>[], of = matterId): Promise<void> {
  const read = entries.flatMap((one) => {
    minute += 1;
    const timestamp = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
    const entry = readEntry(JSON.stringify({ id: `e${minute}`, timestamp, ...one }));
    return entry.ok ? [entry.value] : [];
  });
  const intake = new HistoryIntake(stores, new Projector(stores), systemClock);
  await intake.take(of, null, read, { now: 0, signal: new AbortController().signal, whole: () => {} });
}
const page = (query: Partial<TimelineQuery> = {}) =>
  timelinePage(stores, { ...everything, matterId, ...query });
const ids = (query: Partial<TimelineQuery> = {}) => page(query).entries.map(({ id }) => id);
const version = (file: string, userId: string, more: object = {}) => ({
  changeType: 'Update',
  file: { id: file },
  userId,
  documentVersionId: `v${minute}`,
  ...more,
});

beforeEach(() => {
  stores = emptyStores();
  minute = 0;
});

describe('the timeline of a matter', () => {
  test('numbers the versions of a document as the list of documents counts them', async () => {
    await told([
      { changeType: 'Create', file: { id: 'd1' }, newName: 'Brief.docx', userId: 'u1' },
      version('d1', 'u1', { documentVersionId: 'v1' }),
      version('d1', 'u2', { documentVersionId: 'v2' }),
      {
        changeType: 'Rename',
        file: { id: 'd1' },
        oldName: 'Brief.docx',
        newName: 'Final.docx',
        userId: 'u1',
      },
      version('d1', 'u1', { documentVersionId: 'v3' }),
    ]);
    expect(page().entries.map(({ kind, version: number }) => [kind, number])).toEqual([
      ['new-version', 4],
      ['renamed', null],
      ['new-version', 3],
      ['new-version', 2],
      ['created', 1],
    ]);
    expect(stores.documents.documents(matterId)[0]?.versions).toBe(4);
  });

  test('says how much happened on each day, for the chart of its life', async () => {
    await told([
      { changeType: 'Create', file: { id: 'd1' }, newName: 'Brief.docx', userId: 'u1' },
      version('d1', 'u1'),
    ]);
    expect(stores.timeline.days(matterId)).toEqual([{ day: Date.UTC(2026, 0, 1) / 86_400_000, count: 2 }]);
    expect(stores.timeline.days('another' as MatterId)).toEqual([]);
  });

  test('shows a run of the same change of one document by one person as one entry, which opens', async () => {
    await told([
      { changeType: 'Create', file: { id: 'd1' }, newName: 'Brief.docx', userId: 'u1' },
      ...Array.from({ length: 30 }, () => version('d1', 'u1')),
      version('d1', 'u2'),
      version('d1', 'u1'),
    ]);
    const { entries } = page();
    expect(entries.map(({ who, run }) => [who, run?.count ?? 1])).toEqual([
      ['u1', 1],
      ['u2', 1],
      ['u1', 30],
      ['u1', 1],
    ]);
    const run = entries[2]?.run;
    expect(run?.since).toBe('2026-01-01T00:02:00.000Z');
    const opened = page({ run: run?.id ?? '' });
    expect(opened.entries.map(({ id }) => id)).toEqual(
      Array.from({ length: 30 }, (_, index) => `e${31 - index}`),
    );
    const first = page({ run: run?.id ?? '', limit: 20 });
    expect(first.entries).toHaveLength(20);
    expect(page({ run: run?.id ?? '', limit: 20, before: first.next }).entries).toHaveLength(10);
  });

  test('pages without repeating or leaving out anything, also across runs', async () => {
    await told(Array.from({ length: 60 }, (_, index) => version(`d${Math.floor(index / 7) % 3}`, 'u1')));
    const seen: number[] = [];
    for (let before: string | null = null; ; ) {
      const { entries, next } = page({ before, limit: 2 });
      seen.push(...entries.map(({ run }) => run?.count ?? 1));
      if (next === null) break;
      before = next;
    }
    expect(seen.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect([...everyEntry(stores, { ...everything, matterId, limit: 7 })].flat()).toHaveLength(60);
  });

  test('shows only what is asked for: folder with its folders, document, person, kind, time, words', async () => {
    const folder = (id: string, name: string, parent: string | null) => ({
      changeType: 'Create',
      folder: { id },
      newName: name,
      newFolderId: parent,
    });
    await told([
      folder('f1', 'Pleadings', null),
      folder('f2', 'Drafts', 'f1'),
      { changeType: 'Create', file: { id: 'd1' }, newName: 'Claim.docx', newFolderId: 'f2', userId: 'u1' },
      { changeType: 'Create', file: { id: 'd2' }, newName: 'Invoice.pdf', userId: 'u2' },
      { changeType: 'Rename', file: { id: 'd2' }, oldName: 'Invoice.pdf', newName: 'Bill.pdf', userId: 'u1' },
      { changeType: 'Hologram', file: { id: 'd2' }, userId: 'u2' },
    ]);
    expect(ids({ folderId: 'f1' as FolderId })).toEqual(['e3', 'e2', 'e1']);
    expect(ids({ folderId: 'f2' as FolderId })).toEqual(['e3', 'e2']);
    expect(ids({ fileId: 'd2' as FileId })).toEqual(['e6', 'e5', 'e4']);
    expect(ids({ fileId: 'never' as FileId })).toEqual([]);
    expect(ids({ userId: 'u1' })).toEqual(['e5', 'e3']);
    expect(ids({ userId: 'nobody' })).toEqual([]);
    expect(ids({ kinds: ['renamed', 'folder-created'] })).toEqual(['e5', 'e2', 'e1']);
    expect(ids({ kinds: ['created'], userId: 'u2' })).toEqual(['e4']);
    expect(ids({ since: '2026-01-01T00:02:00Z', until: '2026-01-01T00:04:00Z' })).toEqual(['e4', 'e3', 'e2']);
    expect(ids({ text: 'invoi' })).toEqual(['e6', 'e5', 'e4']);
    expect(ids({ text: 'bill', kinds: ['renamed'] })).toEqual(['e5']);
    expect(ids({ text: 'nothing' })).toEqual([]);
    expect(page({ kinds: ['other'] }).entries).toMatchObject([{ rawKind: 'Hologram', name: 'Bill.pdf' }]);
    expect(stores.timeline.people(matterId)).toEqual(['u1', 'u2']);
  });

  test('shows a move between matters in both, and once among all matters', async () => {
    const other = 'matter-2' as MatterId;
    await told([
      { changeType: 'Create', file: { id: 'd1' }, newName: 'a.docx' },
      {
        changeType: 'Move',
        file: { id: 'd1' },
        oldMatterId: matterId,
        newMatterId: other,
        oldName: 'a.docx',
      },
    ]);
    expect(ids()).toEqual(['e2', 'e1']);
    // What one matter's history shows of it never stands for the other's own entry of that id.
    expect(ids({ matterId: other })).toEqual([`echo ${matterId} e2`]);
    expect(stores.documents.documents(matterId)).toEqual([]);
    expect(stores.documents.documents(other)).toMatchObject([{ id: 'd1', name: 'a.docx' }]);
    expect(ids({ matterId: null })).toEqual(['e2', 'e1']);
    minute = 1;
    await told(
      [{ changeType: 'Move', file: { id: 'd1' }, oldMatterId: matterId, newMatterId: other }],
      other,
    );
    expect(ids({ matterId: other })).toEqual(['e2']);
  });
});

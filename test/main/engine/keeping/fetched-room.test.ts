import { existsSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FileId } from '../../../../shared/model/index.ts';
import {
  at,
  filedByColleague,
  loggedKinds,
  placedHere,
  twoWayPlace,
} from '../../../support/colleague-documents.ts';
import { saved } from '../../../support/versions.ts';
import { eventually, type Workplace } from '../../../support/workplace.ts';

const keep = ({ workspace, matterId }: Workplace, id: FileId) =>
  workspace.keeping.keep(matterId, { kind: 'document', id }, true);
const now = ({ workspace, matterId }: Workplace) => workspace.keeping.now(matterId);
const room = ({ workspace }: Workplace) => workspace.fetchedRoom;
const here = (place: Workplace, ...names: string[]) => names.filter((name) => existsSync(at(place, name)));
/** As if all that was fetched had been fetched longer ago than anything stays in any case. */
const longAgo = ({ workspace }: Workplace) =>
  workspace.stores.database.prepare('UPDATE fetched_version SET at = at - 7200000').run();

test('the limit keeps away what has no room, says how many, and lets it come once there is room', async () => {
  const place = await twoWayPlace();
  const ids: FileId[] = [];
  for (const name of ['A.docx', 'B.docx', 'C.docx'])
    ids.push(await filedByColleague(place, name, 'ten bytes.'));
  room(place).setMaxBytes(20);
  for (const id of ids) keep(place, id);
  await expect.poll(() => now(place).why, eventually).toContain('keeps 1 away');
  expect(here(place, 'A.docx', 'B.docx', 'C.docx')).toHaveLength(2);
  expect(now(place)).toMatchObject({ wanted: 3, here: 2, completeAt: null });
  expect(room(place).usage).toEqual({ bytes: 20, documents: 2, maxBytes: 20 });
  room(place).setMaxBytes(null);
  await expect.poll(() => here(place, 'A.docx', 'B.docx', 'C.docx'), eventually).toHaveLength(3);
  await expect.poll(() => now(place).why, eventually).toBeNull();
  expect(loggedKinds(place)).not.toContain('evicted');
});

test('beyond the limit what nobody keeps goes first, then what was fetched longest ago; what people saved stays', async () => {
  const place = await twoWayPlace();
  await saved(place, 'Mine.docx', 'saved here and larger than the limit');
  const kept = await placedHere(place, 'Kept.docx', 'ten bytes.');
  await placedHere(place, 'Older.docx', 'ten bytes.');
  longAgo(place);
  await placedHere(place, 'Newer.docx', 'ten bytes.');
  longAgo(place);
  keep(place, kept);
  const all = ['Kept.docx', 'Mine.docx', 'Newer.docx', 'Older.docx'];
  room(place).setMaxBytes(20);
  await expect.poll(() => here(place, ...all), eventually).toEqual(['Kept.docx', 'Mine.docx', 'Newer.docx']);
  room(place).setMaxBytes(10);
  await expect.poll(() => here(place, ...all), eventually).toEqual(['Kept.docx', 'Mine.docx']);
  room(place).setMaxBytes(0);
  await expect.poll(() => here(place, ...all), eventually).toEqual(['Mine.docx']);
  // It is not fetched again and again.
  place.workspace.keeping.wake(place.matterId);
  await expect.poll(() => now(place).why, eventually).toContain('keeps 1 away');
  expect(loggedKinds(place).filter((kind) => kind === 'evicted')).toHaveLength(3);
  expect(here(place, ...all)).toEqual(['Mine.docx']);
});

test('what is open, changed here, or was fetched just now is never let go for the limit', async () => {
  const place = await twoWayPlace();
  for (const name of ['Open.docx', 'Changed.docx']) await placedHere(place, name, 'ten bytes.');
  longAgo(place);
  await placedHere(place, 'Fresh.docx', 'ten bytes.');
  writeFileSync(at(place, '~$Open.docx'), 'Ann');
  place.workspace.pipeline.pause(true);
  writeFileSync(at(place, 'Changed.docx'), 'changed here');
  room(place).setMaxBytes(0);
  await room(place).enforce();
  expect(here(place, 'Open.docx', 'Changed.docx', 'Fresh.docx')).toHaveLength(3);
  expect(loggedKinds(place)).not.toContain('evicted');
});

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { contactsWith, similarContacts } from '../../../../main/engine/features/requests/contacts-found.ts';
import { requestSettings, setRequestSettings } from '../../../../main/engine/features/requests/settings.ts';
import { matterTypesFor } from '../../../../main/engine/view/matter-rows.ts';
import { exportMatters } from '../../../../main/engine/view/matters-export.ts';
import { matterTypesPage } from '../../../../main/engine/view/record-pages.ts';
import { noJournal } from '../../../support/no-journal.ts';
import { eventually } from '../../../support/workplace.ts';
import { openOffice } from './office.ts';

test('a person who is asked for, or was made here, is found by words and by being alike', async () => {
  await using office = await openOffice();
  const { place } = office;
  await place.stopService();
  const person = office.newContact({
    firstName: 'Nora',
    lastName: 'Quillfeather',
    email: 'nora@quill.example',
  });
  const [id] = office.submit(person);
  const { stores } = place.workspace;
  const requested = [{ requestId: id, name: 'Nora Quillfeather', email: 'nora@quill.example' }];
  expect(contactsWith(stores, 'quill nora', 10).requested).toEqual(requested);
  const alike = (firstName: string, lastName: string, email: string) =>
    similarContacts(stores, { firstName, lastName, email }).requested;
  expect(alike('N.', 'quillfeather', '')).toEqual(requested);
  expect(alike('Someone', 'Else', 'NORA@quill.example')).toEqual(requested);
  expect(alike('Boris', 'Quillfeather', '')).toEqual([]);
  await place.restartService();
  await office.stands(id as never, 'done');
  expect(contactsWith(stores, 'quillfeather', 10)).toMatchObject({
    requested: [],
    rows: [{ name: 'Nora Quillfeather', email: 'nora@quill.example', madeHere: true }],
  });
});

test('matter types are found by words, location and kind, deleted ones never', async () => {
  await using office = await openOffice();
  const { records } = office.place.workspace;
  await vi.waitFor(() => expect(records.matterTypes().types).not.toEqual([]), eventually);
  const page = { text: '', location: null, category: null, kind: null, offset: 0, limit: 500 } as const;
  const all = matterTypesPage(records.matterTypes(), page);
  expect(all.total).toBe(all.rows.length);
  const [location = ''] = all.locations;
  const there = matterTypesPage(records.matterTypes(), { ...page, location, kind: 'lead' });
  expect(there.rows.every((type) => type.location === location && type.kind === 'lead')).toBe(true);
  const [first] = all.rows;
  const found = matterTypesPage(records.matterTypes(), { ...page, text: first?.name.toUpperCase() ?? '' });
  expect(found.rows).toContainEqual(first);
  expect(all.rows.every(({ id }) => id !== office.place.service.sample().deletedMatterTypeId)).toBe(true);
});

test('a list that is narrowed to a type and a location is written as it is shown', async () => {
  await using office = await openOffice();
  const { place } = office;
  const { stores, files, uniqueName, records } = place.workspace;
  await vi.waitFor(() => expect(records.matterTypes().types).not.toEqual([]), eventually);
  const filter = { text: '', show: 'open', responsibleId: null, status: null } as const;
  const page = { sort: { by: 'number', direction: 'up' }, offset: 0, limit: 500 } as const;
  const all = stores.matters.list({ ...filter, ...page });
  const matterType = all.rows.find((row) => row.matterType !== null)?.matterType ?? '';
  const narrowed = { ...filter, matterTypes: matterTypesFor(records, { matterType, location: null }) };
  const shown = stores.matters.list({ ...narrowed, ...page });
  expect(shown.rows.map((row) => row.id)).toEqual(
    all.rows.filter((row) => row.matterType === matterType).map((row) => row.id),
  );
  expect(shown.total).toBe(shown.rows.length);
  const path = join(place.directory, 'Matters.csv');
  const written = await exportMatters(
    { stores, files, journal: noJournal, uniqueName },
    narrowed,
    ['number', 'title'],
    path,
  );
  expect(written).toEqual({ ok: true, value: { path } });
  const lines = readFileSync(path, 'utf8').trimEnd().split('\r\n');
  expect(lines).toHaveLength(shown.rows.length + 1);
  expect(lines[1]).toContain(shown.rows[0]?.number);
  expect(matterTypesFor(records, { matterType: null, location: 'Nowhere' })).toEqual([]);
});

test('views of the list and settings outlive the program', async () => {
  await using office = await openOffice();
  const filter = {
    text: '',
    show: 'open',
    responsibleId: null,
    status: 'Open',
    matterType: null,
    location: null,
  };
  const kept = { id: randomUUID(), name: 'Mine', filter: { ...filter, columns: ['number'] } } as never;
  office.place.workspace.stores.drafts.putListFilter(kept);
  setRequestSettings(office.place.workspace.stores, { region: 'UK', administrator: true });
  await office.place.restartEngine();
  const { stores } = office.place.workspace;
  expect(stores.drafts.listFilters()).toEqual([kept]);
  expect(requestSettings(stores)).toMatchObject({ region: 'UK', administrator: true, equalSplitWord: null });
});

test('a field that exists only elsewhere is refused once the region is chosen', async () => {
  await using office = await openOffice();
  setRequestSettings(office.place.workspace.stores, { region: 'US' });
  expect(() => office.submit(office.patch({ supervisorStaffId: String(office.staffIds[0]) }))).toThrow('UK');
});

test('a deleted matter type is noticed before a matter is made', async () => {
  await using office = await openOffice();
  const { deletedMatterTypeId } = office.place.service.sample();
  const [id] = office.submit(office.newMatter({ matterTypeId: String(deletedMatterTypeId) }));
  const { problem } = await office.stands(id as never, 'problem');
  expect(problem.fields).toEqual([{ field: 'matterTypeId', words: 'was deleted in the practice service' }]);
  expect(office.sentTo('POST', /matters/)).toEqual([]);
});

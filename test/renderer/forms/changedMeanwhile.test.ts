import { expect, test } from 'vitest';
import { openedOfRequest } from '../../../renderer/firm/requests/openRequest.ts';
import { changedMeanwhile } from '../../../renderer/forms/changedMeanwhile.ts';
import { fieldsOf, openedOf } from '../../../renderer/forms/draftFields.ts';
import { matterChange } from '../../../renderer/forms/newForms.ts';
import { matterIdSchema, type RequestView } from '../../../shared/model/index.ts';

const matterId = matterIdSchema.parse('matter');
const now = { version: '2', fields: { description: 'Theirs', number: '17', status: 'Open' as const } };

test('what a colleague changed since a draft was begun is shown beside what the person saw and entered', () => {
  const seen = { version: '1', fields: { description: 'Before', number: '17', status: 'Pending' as const } };
  expect(changedMeanwhile(seen, now, { description: 'Mine' })).toEqual([
    { field: 'description', seen: 'Before', now: 'Theirs', yours: 'Mine' },
    { field: 'status', seen: 'Pending', now: 'Open' },
  ]);
});

test('nothing is to be looked at where the matter is as it was, or nothing was entered yet', () => {
  expect(changedMeanwhile({ version: '2', fields: null }, now, { description: 'Mine' })).toBeNull();
  expect(changedMeanwhile({ version: null, fields: null }, now, {})).toBeNull();
});

test('where what was seen is not known, what the person enters is shown beside what is there', () => {
  expect(
    changedMeanwhile({ version: '1', fields: null }, now, { description: 'Mine', number: '17' }),
  ).toEqual([{ field: 'description', now: 'Theirs', yours: 'Mine' }]);
});

test('a change of what the form does not show is one all the same', () => {
  expect(changedMeanwhile({ version: '1', fields: now.fields }, now, { closedDate: '2026-03-01' })).toEqual(
    [],
  );
});

test('a draft keeps what was seen when it was begun', () => {
  const opened = {
    form: { ...matterChange(matterId, { description: 'Mine' }), seen: '1' },
    shown: { description: 'Before', clients: [{ kind: 'known' as const, contactId: 'a', name: 'Ana Bell' }] },
  };
  const id = crypto.randomUUID();
  expect(openedOf({ id, fields: fieldsOf(opened) })).toEqual({ ...opened, draft: id });
  const long = { ...opened, shown: { description: 'x'.repeat(150_000) } };
  expect(fieldsOf(long).length).toBeLessThan(10_000);
});

test('whoever edits a request after they were shown what changed saw that version', () => {
  const request = {
    id: 'r',
    revision: 0,
    state: 'problem',
    form: { ...matterChange(matterId, { number: '18' }), seen: '1' },
    problem: { kind: 'changed-since', version: '2' },
  } as unknown as RequestView;
  expect(openedOfRequest(request).form).toMatchObject({ seen: '2' });
  const waiting = { ...request, state: 'waiting' } as unknown as RequestView;
  expect(openedOfRequest(waiting).form).toMatchObject({ seen: '1' });
});

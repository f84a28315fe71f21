import { expect, test } from 'vitest';
import { putCorrection } from '../../../../main/engine/persons/correction.ts';
import { foldersOfAnother } from '../../../../main/engine/persons/folders-of-another.ts';
import { putToHandOver } from '../../../../main/engine/persons/hand-over.ts';
import { whyNotRemoved } from '../../../../main/engine/sign-out/remove-kept.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { emptyStores } from '../history/projected.ts';

const [one, other] = ['matter-1', 'matter-2'] as [MatterId, MatterId];
const nothing = { unfinished: 0, kept: 0, unread: 0, looking: 0, adding: 0, requests: 0 };

test('nothing is removed while folders of somebody who was taken for this person are in it, also of one who has no workspace yet; an unlinked one is in nobody’s way', () => {
  const stores = emptyStores();
  stores.links.link(one, '/matters/one', 1);
  stores.links.link(other, '/matters/other', 1);
  const folder = { since: 0, paused: false };
  putCorrection(stores, {
    signIn: { id: 'sign-in', subjects: [] },
    userId: 'somebody',
    staff: null,
    linked: [{ ...folder, matterId: one, path: '/matters/one' }],
    unlinked: [],
  });
  putToHandOver(stores, [
    { ...folder, matterId: other, path: '/matters/other', to: 'theirs', why: 'mistaken' },
  ]);
  expect(foldersOfAnother(stores).toSorted()).toEqual(['/matters/one', '/matters/other']);
  stores.links.unlink(other);
  expect(foldersOfAnother(stores)).toEqual(['/matters/one']);
  expect(whyNotRemoved(stores, nothing, '')).toMatchObject({ why: expect.stringContaining('/matters/one') });
  stores.links.unlink(one);
  expect(whyNotRemoved(stores, nothing, '')).toBeNull();
});

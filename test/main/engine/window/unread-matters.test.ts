import { expect, test } from 'vitest';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import { ownUserId } from '../../../../main/engine/store/matters.ts';
import { matterRows } from '../../../../main/engine/view/matter-rows.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { blankMatter } from '../../../support/blank-matter.ts';
import { emptyStores, takeInto } from '../history/projected.ts';

const matterId = 'm1' as MatterId;
const at = (minute: number) => Date.UTC(2026, 0, 1, 12, minute);

/** A matter, and what people did in it, by the minute. */
function firm() {
  const stores = emptyStores();
  stores.matters.put([{ ...blankMatter, id: matterId, number: '1', title: 'One' }]);
  stores.matters.putSetting(ownUserId, 'me');
  let seq = 0;
  return {
    looked: (minute: number) => stores.polls.looked(matterId, at(minute)),
    did(userId: string, minute: number) {
      seq += 1;
      const raw = JSON.stringify({
        id: `e${seq}`,
        userId,
        timestamp: new Date(at(minute)).toISOString(),
        changeType: 'Create',
        file: { id: `d${seq}` },
        newName: 'Note.docx',
      });
      takeInto(stores, new Projector(stores), matterId, [{ seq: 0, readFrom: '', raw }]);
    },
    isUnread() {
      const facts = stores.matters.get(matterId);
      return facts && matterRows(stores, [facts])[0]?.unread;
    },
  };
}

test('a matter is unread once somebody else changed something since it was looked at, until it is looked at again', () => {
  const { looked, did, isUnread } = firm();
  looked(1);
  expect(isUnread()).toBe(false);
  did('colleague', 2);
  expect(isUnread()).toBe(true);
  looked(3);
  expect(isUnread()).toBe(false);
});

test('what the person did themselves leaves it read', () => {
  const { looked, did, isUnread } = firm();
  looked(1);
  did('me', 2);
  expect(isUnread()).toBe(false);
});

test('a matter that was never looked at is not unread: of a firm’s thousands, most would be', () => {
  const { did, isUnread } = firm();
  did('colleague', 2);
  expect(isUnread()).toBe(false);
});

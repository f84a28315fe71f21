import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { FileId } from '../../../../shared/model/index.ts';
import { historyRead, settled, twoWayPlace } from '../../../support/colleague-documents.ts';
import { wastebasket } from '../../../support/wastebasket.ts';
import { eventually, sha256 } from '../../../support/workplace.ts';

test('while many that others deleted are looked at and written down, others have their turn, at each look', async () => {
  const many = 300;
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports });
  const { matterId, service, workspace } = place;
  const { stores, following, downloadsOffered } = workspace;
  const ids: FileId[] = [];
  for (let n = 0; n < many; n += 1)
    ids.push(service.colleague.createFile(matterId, `${n}.docx`, `${n}`) as FileId);
  await historyRead(place);
  await settled(place);
  downloadsOffered.showed('offered');
  stores.together(() => {
    // As if they were here.
    for (const [n, fileId] of ids.entries())
      stores.links.putFile({
        ...{ matterId, path: `${n}.docx`, fileId, sha256: sha256(`${n}`), size: 3 },
        ...{ modified: '1', changed: '1', inode: `1:${n}:1`, removed: false, doubted: false },
        base: { entryId: null, upTo: stores.history.newestSeq() },
      });
  });
  downloadsOffered.set('off');
  for (const id of ids) service.colleague.deleteFile(id);
  await historyRead(place);

  const { followedChanges } = stores;
  const { put, bothPlaces } = followedChanges;
  let [most, looked, written] = [0, 0, 0];
  followedChanges.bothPlaces = (matter, asked) => {
    looked += asked.length;
    return bothPlaces.call(followedChanges, matter, asked);
  };
  followedChanges.put = (change) => {
    written += 1;
    put.call(followedChanges, change);
  };
  let isOver = false;
  const turns = (async () => {
    for (; !isOver; await setImmediate()) {
      most = Math.max(most, looked, written);
      [looked, written] = [0, 0];
    }
  })();
  downloadsOffered.set('auto');
  following.wake(matterId);
  await expect.poll(() => following.now(matterId).tooMany, eventually).toBe(many);
  await settled(place);
  following.wake(matterId);
  await settled(place);
  isOver = true;
  await turns;
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(100);
});

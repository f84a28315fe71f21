import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MatterId } from '../../../../shared/model/index.ts';
import {
  at,
  filedByColleague,
  follow,
  historyRead,
  knownFile,
  placed,
  twoWayPlace,
} from '../../../support/colleague-documents.ts';
import { eventually } from '../../../support/workplace.ts';

test('promise 3: nothing is replaced, removed or renamed through a link that stands in the place of a directory', async () => {
  const place = await twoWayPlace();
  const { service, workspace, matterId } = place;
  const other = service.matterIds()[1] as MatterId;
  const folderId = service.colleague.createFolder(matterId, 'Letters');
  await historyRead(place);
  const claim = await filedByColleague(place, 'Claim.docx', 'first', folderId);
  const reply = await filedByColleague(place, 'Reply.docx', 'reply', folderId);
  for (const id of [claim, reply]) {
    await placed(place, id);
    await knownFile(place, id);
  }
  const second = join(place.directory, 'second');
  mkdirSync(second);
  workspace.poller.look(other);
  await expect.poll(() => workspace.stores.history.checkedAt(other, null), eventually).not.toBeNull();
  expect(await workspace.linker.link(other, second)).toMatchObject({ ok: true });
  workspace.watches.add(other);
  await expect.poll(() => workspace.watches.isCompared(other), eventually).toBe(true);
  renameSync(at(place, 'Letters'), join(second, 'Letters'));
  symlinkSync(join(second, 'Letters'), at(place, 'Letters'), 'junction');
  await place.allFiled(2);
  service.colleague.addVersion(claim, 'second, in the first matter');
  await historyRead(place, folderId);

  expect(await follow(place, claim)).toMatchObject({ value: 'not-followed' });
  expect(await workspace.freeSpace(matterId, [reply])).toMatchObject({ freed: 0 });
  expect(await workspace.renamer.rename({ matterId, fileId: reply, name: 'Answer.docx' })).toMatchObject({
    ok: false,
  });
  expect(readFileSync(join(second, 'Letters', 'Claim.docx'), 'utf8')).toBe('first');
  expect(existsSync(join(second, 'Letters', 'Reply.docx'))).toBe(true);
  expect(workspace.stores.links.file(matterId, 'Letters/Reply.docx')?.fileId).toBe(reply);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type Exchange, exchange } from '../../../../main/engine/service/exchange.ts';
import { ok } from '../../../../shared/base/result.ts';
import type { FileId, FolderId, MatterId } from '../../../../shared/model/index.ts';
import { eventually, openWorkplace, sha256 } from '../../../support/workplace.ts';

/** A service that tells of a move in the new folder only; its answers about one folder can be kept on their way. */
function serviceInBetween() {
  const it = { kept: null as string | null, asked: 0, arrive: () => {} };
  const arrival = new Promise<void>((resolve) => {
    it.arrive = resolve;
  });
  const through: Exchange = async (outgoing) => {
    const { pathname } = outgoing.url;
    const answer = await exchange(outgoing);
    const isHistory = pathname.endsWith('/history');
    if (isHistory && it.kept !== null && pathname.includes(it.kept)) {
      it.asked += 1;
      if (it.asked === 1) await arrival;
    }
    if (!isHistory || !answer.ok || answer.value.status !== 200) return answer;
    const matterId = /matters\/([^/]+)/.exec(pathname)?.[1];
    if (!pathname.includes(`folders/${matterId}/`)) return answer;
    const body = JSON.parse(answer.value.bytes ? answer.value.bytes.toString('utf8') : answer.value.body);
    body.value = body.value.filter((one: { changeType: string }) => one.changeType !== 'Move');
    return ok({ ...answer.value, body: JSON.stringify(body) });
  };
  return { it, through };
}

test.each(['has ended', 'is still under way'])(
  'a colleague’s version where they moved the document is not buried, in a matter of four folders: a look at the new folder that began before %s',
  async (how) => {
    const { it, through } = serviceInBetween();
    await using place = await openWorkplace({ http: { exchange: through } });
    const { stores, poller, linker, watches } = place.workspace;
    await place.workspace.unlink(place.matterId);
    const matterId = place.service.matterIds()[2] as MatterId;
    poller.look(matterId);
    await expect.poll(() => stores.history.checkedAt(matterId, null), eventually).not.toBeNull();
    const linked = await linker.link(matterId, null);
    if (!linked.ok) throw new Error(linked.error.what);
    watches.add(matterId);
    poller.foldersChanged(matterId);
    await expect.poll(() => stores.links.folders(matterId).length, eventually).toBe(3);
    const isRead = ({ folderId }: { folderId: FolderId | null }) =>
      stores.history.checkedAt(matterId, folderId) !== null;
    await expect
      .poll(() => stores.polls.folders(matterId).map(isRead), eventually)
      .toEqual(Array(4).fill(true));
    const path = join(linked.value, 'Brief.docx');
    writeFileSync(path, 'one');
    await place.allFiled();
    const fileId = place.service.filesOf(matterId).find(({ fileName }) => fileName === 'Brief.docx')
      ?.fileId as FileId;
    const folderId = stores.links.folders(matterId)[0]?.folderId as FolderId;

    poller.look(null);
    it.kept = folderId;
    if (how === 'has ended') it.arrive();
    const before = stores.history.checkedAt(matterId, folderId);
    poller.look(matterId);
    await expect.poll(() => it.asked, eventually).toBe(1);
    poller.look(null);
    const isOver = () =>
      how === 'is still under way' || stores.history.checkedAt(matterId, folderId) !== before;
    await vi.waitUntil(isOver, eventually);
    place.service.colleague.moveFile(fileId, { folderId });
    place.service.colleague.addVersion(fileId, 'theirs');
    writeFileSync(path, 'two');
    await expect.poll(() => place.states().length, eventually).toBe(2);
    it.arrive();
    await expect.poll(() => place.states()[1], eventually).toBe('problem');
    expect(place.service.contentOf(matterId, fileId).map((one) => one.sha256)).toEqual(
      ['one', 'theirs'].map(sha256),
    );
  },
);

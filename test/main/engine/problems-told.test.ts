import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemList } from '../../../main/engine/view/problem-list.ts';
import type { Change } from '../../../shared/model/index.ts';
import { eventually, openWorkplace } from '../../support/workplace.ts';

test('whoever looks at the problems is told when the list of matters cannot be read any more', async () => {
  await using place = await openWorkplace();
  const { engine, service, workspace } = place;
  await expect.poll(() => workspace.refresher.checkedAt(), eventually).not.toBeNull();
  const told: Change['topic'][] = [];
  const ended = new AbortController();
  const following = (async () => {
    for await (const change of engine.feed.follow(ended.signal)) told.push(change.topic);
  })();
  service.faults.add({ route: 'matters.list', kind: 'status', status: 400, count: 'always' });
  workspace.refresher.refreshNow();
  await expect.poll(() => engine.status.value.problems, eventually).toBe(1);
  await expect.poll(() => told, eventually).toContain('problems');
  ended.abort();
  await following;
});

test('documents that wait because a history is refused count as a problem, as they are listed', async () => {
  await using place = await openWorkplace({
    looked: false,
    beforeLinking(service, folder) {
      service.faults.add({ route: '/history$/', kind: 'status', status: 403, count: 'always' });
      writeFileSync(join(folder, 'Brief.docx'), 'ours');
    },
  });
  await expect.poll(() => place.engine.status.value.problems, eventually).toBe(1);
  const { stores, healthIssues, refresher } = place.workspace;
  expect(problemList(stores, healthIssues.all(), refresher.failure).map(({ id }) => id)).toEqual([
    `history:${place.matterId}`,
  ]);
});

test('saves that an earlier program called filed and that nothing proves are counted as the one problem that they are listed as', async () => {
  await using place = await openWorkplace();
  writeFileSync(join(place.folder, 'Brief.docx'), 'ours');
  writeFileSync(join(place.folder, 'Letter.docx'), 'ours too');
  await place.allFiled(2);
  const { stores, healthIssues, refresher } = place.workspace;
  stores.database.prepare("UPDATE save SET state = 'kept', unproven = 1").run();
  place.engine.refreshStatus();
  await expect.poll(() => place.engine.status.value.problems, eventually).toBe(1);
  expect(problemList(stores, healthIssues.all(), refresher.failure)).toHaveLength(1);
});

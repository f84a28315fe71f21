import { expect, test } from 'vitest';
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

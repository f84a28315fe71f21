import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { Pipeline } from '../../../../main/engine/features/upload/pipeline.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk } from './office.ts';

test('promise 1: a person’s database that cannot be read keeps no save of another person from being captured', async () => {
  await using desk = await openSharedDesk();
  const [, another] = desk.service.matterIds() as [MatterId, MatterId];
  await desk.signIn(0, { tells: true });
  await desk.link('anns folder');
  const anns = desk.workspace;
  await desk.signIn(2, { tells: true });
  const bens = await desk.link('bens folder', another);
  desk.save(bens, 'a.txt', 'one');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  anns.stores.links.knownDirectories = () => {
    throw Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' });
  };
  mkdirSync(join(bens, 'sub'));
  desk.save(bens, 'sub/b.txt', 'two');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed', 'filed']);
});

test('what fails once while somebody’s workspace is started is over with the next try', async () => {
  await using desk = await openSharedDesk();
  await desk.signIn(0);
  const folder = await desk.link('folder one');
  desk.save(folder, 'a.txt', 'one');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  vi.spyOn(Pipeline.prototype, 'start').mockImplementationOnce(() => {
    throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
  });
  await desk.restart().catch(() => undefined);
  desk.save(folder, 'b.txt', 'two');
  await desk.signIn(0, { again: true });
  await expect.poll(() => desk.states(), eventually).toEqual(['filed', 'filed']);
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { reviewProblem } from '../../../../main/engine/view/review-problem.ts';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk, type SharedDesk } from './office.ts';

const [ann, ben] = [0, 2];

/** Ann has filed a letter here, and her tokens tell who she is. */
async function annWorksHere(desk: SharedDesk) {
  await desk.signIn(ann, { tells: true });
  const folder = await desk.link('annas folder');
  desk.save(folder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const { directory } = desk.workspace;
  await desk.signOut();
  const kept = () => desk.engine.workspaces.find((one) => one.directory === directory);
  const states = () => {
    const workspace = kept();
    return workspace ? desk.states(workspace) : [];
  };
  return { folder, directory, kept, states };
}

test('what is saved while the program starts and another person’s workspace is still being opened is sent once it is known that nobody else is there', async () => {
  const slow = { directory: '', until: Promise.withResolvers<void>() };
  await using desk = await openSharedDesk((real) => ({
    ...real,
    async openDatabase(directory) {
      if (directory === slow.directory) await slow.until.promise;
      return real.openDatabase(directory);
    },
  }));
  const anns = await annWorksHere(desk);
  await desk.signIn(ben, { tells: true });
  slow.directory = desk.workspace.directory;
  expect(slow.directory).not.toBe(anns.directory);
  await desk.signOut();
  await desk.signIn(ann, { tells: true });

  const restarted = desk.restart();
  await expect.poll(() => anns.kept() !== undefined, eventually).toBe(true);
  desk.save(anns.folder, 'While starting.txt', 'of Ann, while the program starts');
  await expect.poll(() => anns.states().length, eventually).toBe(2);
  slow.until.resolve();
  await restarted;
  expect(desk.workspace).toBe(anns.kept());
  await expect.poll(anns.states, eventually).toEqual(['filed', 'filed']);
}, 60_000);

test('what is saved while somebody is asked who they are, and never answers, is for the first person to review when they sign in over it', async () => {
  await using desk = await openSharedDesk();
  const anns = await annWorksHere(desk);
  await desk.signIn(ben);
  expect(desk.engine.person.value.state).toBe('asked');
  desk.save(anns.folder, 'Whose.txt', 'of Ben, who has not said who he is');
  await expect.poll(anns.states, eventually).toEqual(['filed', 'waiting']);
  expect(desk.engine.person.value).toMatchObject({ state: 'asked' });
  await expect
    .poll(() => {
      const { value } = desk.engine.person;
      return value.state === 'asked' ? value.people[0]?.waiting : null;
    }, eventually)
    .toBe(1);

  await desk.signIn(ann, { tells: true });
  expect(desk.workspace).toBe(anns.kept());
  expect(reviewProblem(desk.workspace.stores, 0)).toMatchObject([{ id: 'another-person' }]);
  desk.save(anns.folder, 'Hers.txt', 'of Ann again');
  await expect.poll(anns.states, eventually).toEqual(['filed', 'waiting', 'filed']);
  expect(desk.filed('Whose.txt')).toEqual([]);
}, 60_000);

test('that nobody can read whose one workspace is keeps no other person from theirs; it is told, and nobody gets another meanwhile', async () => {
  const disk = { refused: '' };
  const ports = (real: EnginePorts): EnginePorts => ({
    ...real,
    files: {
      ...real.files,
      async readSmall(path, most) {
        if (path === disk.refused) throw Object.assign(new Error('bad block'), { code: 'EIO' });
        return real.files.readSmall(path, most);
      },
    },
  });
  await using desk = await openSharedDesk(ports);
  const anns = await annWorksHere(desk);
  await desk.signIn(ben, { tells: true });
  const bens = desk.workspace.directory;
  await desk.signOut();
  await desk.signIn(ann, { tells: true });

  disk.refused = join(bens, 'person.json');
  await desk.restart();
  expect(desk.workspace).toBe(anns.kept());
  await expect.poll(() => desk.engine.status.value.blockedBy ?? null, eventually).not.toBeNull();
  desk.save(anns.folder, 'Meanwhile.txt', 'of Ann, meanwhile');
  await expect.poll(anns.states, eventually).toEqual(['filed', 'filed']);

  // Ben himself waits until it can be read again: he gets no second workspace, and not Ann’s.
  await desk.signIn(ben, { tells: true }).catch(() => {});
  expect(desk.engine.workspace).toBeNull();
  disk.refused = '';
  await expect.poll(() => desk.engine.workspace?.directory, { ...eventually, timeout: 40_000 }).toBe(bens);
  expect(desk.engine.workspaces.length).toBe(2);
  await expect.poll(() => desk.engine.status.value.blockedBy ?? null, eventually).toBeNull();
}, 90_000);

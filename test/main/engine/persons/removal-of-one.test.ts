import { expect, test } from 'vitest';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk } from './office.ts';

const [ann, ben] = [0, 2];
const version = '1.2.3';

test('what the first person keeps is not removed because the sign-in of somebody else ended, answered or not; only their own sign-in removes it', async () => {
  await using desk = await openSharedDesk();
  const remove = (signIn: string) =>
    desk.engine.removeKept(desk.service.baseUrl, { signIn, loss: '', version });
  await desk.signIn(ann);
  const folder = await desk.link('annas folder');
  desk.save(folder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const anns = desk.workspace.directory;
  const states = () => {
    const kept = desk.engine.workspaces.find(({ directory }) => directory === anns);
    return kept ? desk.states(kept) : [];
  };
  await desk.signOut();

  await desk.signIn(ben);
  expect(desk.engine.person.value.state).toBe('asked');
  await desk.signOut();
  // Nothing is kept of this one, and what the first person keeps is not shown to them.
  expect(desk.engine.workspace).toBeNull();
  expect(await remove('sign-in-2')).toMatchObject({ ok: true });
  expect(states()).toEqual(['filed']);

  await desk.signIn(ben);
  await desk.engine.say(null, null);
  expect(await remove('sign-in-1')).toMatchObject({ ok: false, error: { code: 'not-permitted' } });
  expect(desk.workspace.directory).not.toBe(anns);
  expect(await remove('sign-in-3')).toMatchObject({ ok: true });
  expect(states()).toEqual(['filed']);

  await desk.signOut();
  await desk.signIn(ann);
  await desk.engine.say(anns.split(/[\\/]/).at(-1) ?? null, null);
  expect(desk.workspace.directory).toBe(anns);
  await expect.poll(() => desk.workspace.watches.looking, eventually).toBe(0);
  expect(await remove('sign-in-4')).toMatchObject({ ok: true });
  expect(states()).toEqual([]);
}, 60_000);

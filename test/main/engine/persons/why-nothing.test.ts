import { createRouterClient } from '@orpc/server';
import { expect, onTestFinished, test } from 'vitest';
import { Engine } from '../../../../main/engine/engine.ts';
import { engineRouter } from '../../../../main/engine/router.ts';
import { systemPorts } from '../../../../main/engine/system-ports.ts';
import { err } from '../../../../shared/base/result.ts';
import { openSharedDesk } from './office.ts';

const [ann, ben] = [0, 2];

/** Why nothing can be read just now. */
async function refusalBy(engine: Engine): Promise<unknown> {
  const { engine: ask } = createRouterClient(engineRouter(engine, () => {}));
  return ask.problems.list().then(
    () => 'something is shown',
    ({ data }) => data.what,
  );
}

test('nothing is connected: that is said, and not before it is known', async () => {
  const engine = new Engine(
    systemPorts(
      async () => err({ kind: 'signed-out' }),
      async () => [],
    ),
    '/nowhere',
  );
  onTestFinished(() => engine.stop());
  expect(await refusalBy(engine)).toBe('What is kept here is still being opened');
  await engine.configure({ connection: null, signedIn: false, signIn: null, rootFolder: null });
  expect(await refusalBy(engine)).toBe('No service is connected yet');
});

test('whoever is shown nothing is told the true reason, and never that no service is connected', async () => {
  const disk = { isFull: false, slow: Promise.resolve() };
  await using desk = await openSharedDesk((real) => ({
    ...real,
    async openDatabase(directory) {
      await disk.slow;
      if (disk.isFull) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
      return real.openDatabase(directory);
    },
  }));
  await desk.signIn(ann, { tells: true });
  expect(await refusalBy(desk.engine)).toBe('something is shown');
  await desk.link('annas folder');

  await desk.signIn(ben);
  expect(await refusalBy(desk.engine)).toBe('It is not said yet who signed in');
  await desk.signIn(ben, { identity: 'proven' });
  expect(await refusalBy(desk.engine)).toBe('Nothing is opened for this sign-in');
  await desk.signIn(ben, { tells: true });
  await desk.signOut();
  await desk.restart();
  expect(await refusalBy(desk.engine)).toBe('Nobody is signed in');

  const opening = Promise.withResolvers<void>();
  disk.slow = opening.promise;
  const restarted = desk.restart();
  await expect.poll(() => refusalBy(desk.engine)).toBe('What is kept here is still being opened');
  opening.resolve();
  await restarted;

  disk.isFull = true;
  await desk.signIn(ann, { tells: true });
  await desk.restart();
  expect(await refusalBy(desk.engine)).toBe(
    'There is no room to bring what Matterline keeps to the form that this version uses',
  );
}, 60_000);

import { expect, test } from 'vitest';
import { Registrar } from '../../../../main/engine/features/capture/registrar.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { openDatabase } from '../../../../main/engine/store/database.ts';
import { GroupCommit } from '../../../../main/engine/store/group-commit.ts';
import { systemClock } from '../../../../shared/base/clock.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

test('a save that can not be registered, for the program is ending, fails for the one who asked and for nobody else', async () => {
  const database = openDatabase(':memory:');
  const registrar = new Registrar(systemClock, new GroupCommit(database, systemFiles));
  database.close();
  const unhandled: unknown[] = [];
  const notice = (failure: unknown) => unhandled.push(failure);
  process.on('unhandledRejection', notice);
  await expect(registrar.run(() => {})).rejects.toThrow('The database connection is not open');
  // Rejections that nobody handles are told when the turn ends.
  await new Promise(setImmediate);
  process.off('unhandledRejection', notice);
  expect(unhandled).toEqual([]);
});

test('a computer that slept during a commit lets no later save wait for as long as it slept', async () => {
  const clock = new FakeClock();
  const database = openDatabase(':memory:');
  let sleeps = true;
  const sync = () => {
    if (sleeps) clock.set(clock.now() + 60 * 60_000);
    sleeps = false;
    return Promise.resolve();
  };
  const registrar = new Registrar(clock, new GroupCommit(database, { sync }));
  await registrar.run(() => {});
  await clock.advance(3_000);
  // The first that comes goes at once; what comes right after it is gathered for a moment.
  void registrar.run(() => {});
  let registered = false;
  void registrar.run(() => {}).then(() => (registered = true));
  await clock.advance(200);
  await clock.advance(0);
  expect(registered).toBe(true);
  database.close();
});

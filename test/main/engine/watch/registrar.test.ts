import { expect, test } from 'vitest';
import { systemFiles } from '../../../../main/engine/files/system-files.ts';
import { openDatabase } from '../../../../main/engine/store/database.ts';
import { GroupCommit } from '../../../../main/engine/store/group-commit.ts';
import { Registrar } from '../../../../main/engine/watch/registrar.ts';
import { systemClock } from '../../../../shared/clock.ts';

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

import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { openSharedDesk } from './office.ts';

const [ann, ben] = [0, 2];
/** Milliseconds until what cannot be opened is tried again, where chance adds nothing. */
const untilTried = 2_000;

test('a sign-out stands, whatever was to be tried again while it waited for its turn', async () => {
  const broken = { directory: '', until: Promise.resolve() };
  let rings: (() => void)[] = [];
  const between = (real: EnginePorts): EnginePorts => ({
    ...real,
    random: () => 0,
    clock: {
      ...real.clock,
      timer(ms, ring) {
        if (ms !== untilTried) return real.clock.timer(ms, ring);
        rings.push(ring);
        return { cancel: () => (rings = rings.filter((one) => one !== ring)) };
      },
    },
    async openDatabase(directory) {
      if (broken.directory === '' || !directory.endsWith(broken.directory))
        return real.openDatabase(directory);
      await broken.until;
      throw Object.assign(new Error('the disk fails'), { code: 'EIO' });
    },
  });
  await using desk = await openSharedDesk(between);
  await desk.signIn(ann);
  await desk.link('Ann’s folder');
  const anns = desk.workspace.name;
  await desk.signOut();
  await desk.signIn(ben);
  if (desk.engine.person.value.state === 'asked') await desk.engine.say(null, null);
  const bens = desk.workspace.name;
  broken.directory = anns;
  await desk.restart();
  expect(desk.engine.workspace?.name).toBe(bens);
  expect(desk.engine.blockedBy).not.toBe(null);

  const { promise, resolve } = Promise.withResolvers<void>();
  broken.until = promise;
  // What takes long stands in line first, then the sign-out, and then what is to be tried again.
  const long = desk.engine.isStaff({ id: 'x', name: 'Ben' });
  const out = desk.leave();
  for (const ring of rings.splice(0)) ring();
  resolve();
  await Promise.allSettled([long, out]);
  // The turn after all of them.
  await desk.engine.isStaff(null);
  expect(desk.engine.workspace).toBe(null);
  expect(desk.engine.person.value.state).toBe('nobody');
});

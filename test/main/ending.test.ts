import { expect, test } from 'vitest';
import { Ending } from '../../main/ending.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** A program that can be ended; `over` once the system let it end. */
function program(
  change: { isReady?: boolean | 'never said'; installer?: 'works' | 'fails' | 'fails late' | 'hangs' } = {},
) {
  const clock = new FakeClock();
  const told: string[] = [];
  const stopped = Promise.withResolvers<void>();
  const { installer } = change;
  const quit = () => {
    if (!ending.holds()) told.push('over');
  };
  const ending: Ending = new Ending({
    clock,
    stop: () => (told.push('stops'), stopped.promise),
    installsAtEnd: async () =>
      change.isReady === 'never said' ? new Promise(() => {}) : change.isReady === true,
    install: installer
      ? (startAgain, failed) => {
          told.push(startAgain ? 'installs and starts again' : 'installs');
          if (installer === 'works') quit();
          if (installer.startsWith('fails')) failed('It cannot be run.');
          // Updaters end the program a moment after an installer that could not be run, too.
          if (installer === 'fails late') quit();
        }
      : null,
    quit,
    startAgain: (link) => void told.push(`started again for ${link ?? 'the window'}`),
    isOurs: (link) => link.includes('state=ours'),
    goOn: (why) => void told.push(`goes on: ${why}`),
  });
  return { ending, clock, told, stopped: stopped.resolve, quit };
}

test('an engine that does not say whether everything is filed keeps nobody from ending the program', async () => {
  const { clock, told, stopped, quit } = program({ isReady: 'never said' });
  quit();
  stopped();
  await clock.advance(10_000);
  await expect.poll(() => told).toEqual(['stops', 'over']);
});

test('the program ends once everything is on disk', async () => {
  const { told, stopped, quit } = program();
  quit();
  quit();
  await expect.poll(() => told).toEqual(['stops']);
  stopped();
  await expect.poll(() => told).toEqual(['stops', 'over']);
});

test.each(['fails', 'fails late'] as const)(
  'an update whose installer %s leaves a program that goes on and says so, and that can be ended later',
  async (installer) => {
    const { ending, clock, told, stopped, quit } = program({ installer });
    ending.installAndStartAgain();
    stopped();
    await expect.poll(() => told).toEqual(['stops', 'installs and starts again']);
    await clock.advance(500);
    await expect.poll(() => told.at(-1)).toBe('goes on: It cannot be run.');
    expect(told).not.toContain('over');
    quit();
    await expect.poll(() => told.at(-1)).toBe('over');
  },
);

test('an installer that never ends the program is given up', async () => {
  const { ending, clock, told, stopped } = program({ installer: 'hangs' });
  ending.installAndStartAgain();
  stopped();
  await expect.poll(() => told.at(-1)).toBe('installs and starts again');
  await clock.advance(60_000);
  await clock.advance(500);
  await expect.poll(() => told.at(-1)).toBe('goes on: The installer did not start.');
});

test('whoever closed the program is not left with one when the installer fails', async () => {
  const { clock, told, stopped, quit } = program({ installer: 'fails', isReady: true });
  quit();
  stopped();
  await expect.poll(() => told.at(-1)).toBe('installs');
  await clock.advance(500);
  await expect.poll(() => told.at(-1)).toBe('over');
});

test('a version that works is installed, and the program is over', async () => {
  const { told, stopped, quit } = program({ installer: 'works', isReady: true });
  quit();
  stopped();
  await expect.poll(() => told).toEqual(['stops', 'installs', 'over']);
});

test('a start while the program is ending is not lost: it is started again after its end', async () => {
  const { ending, told, stopped, quit } = program();
  expect(ending.comesAgain(null)).toBe(false);
  quit();
  await expect.poll(() => told).toEqual(['stops']);
  expect(ending.comesAgain('com.matterline.desktop:/oauth2/callback?state=ours')).toBe(true);
  expect(ending.comesAgain(null)).toBe(true);
  stopped();
  await expect
    .poll(() => told)
    .toEqual(['stops', 'started again for com.matterline.desktop:/oauth2/callback?state=ours', 'over']);
});

test('a start while a newer version is about to be installed starts that', async () => {
  const { ending, told, stopped, quit } = program({ installer: 'works', isReady: true });
  quit();
  ending.comesAgain(null);
  stopped();
  await expect.poll(() => told).toEqual(['stops', 'installs and starts again', 'over']);
});

test('while the program ends, a link of somebody else starts nothing, and takes the place of no answer to a sign-in', async () => {
  const link = (state: string) => `com.matterline.desktop:/oauth2/callback?state=${state}`;
  const forged = program();
  forged.quit();
  expect(forged.ending.comesAgain(link('forged'))).toBe(true);
  forged.stopped();
  await expect.poll(() => forged.told).toEqual(['stops', 'over']);

  const genuine = program();
  genuine.quit();
  genuine.ending.comesAgain(link('ours'));
  genuine.ending.comesAgain(link('forged'));
  genuine.ending.comesAgain(link('ours&code=another'));
  genuine.stopped();
  await expect.poll(() => genuine.told).toEqual(['stops', `started again for ${link('ours')}`, 'over']);
});

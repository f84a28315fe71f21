import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Computer } from '../app/computer.ts';
import { type LaunchedElectron, launchElectron } from '../app/electron-launch.ts';
import { appLaunch } from './support/launch.ts';
import { eventually } from './support/patience.ts';

describe('started with the person’s session', () => {
  let computer: Computer;
  let started: LaunchedElectron;

  beforeAll(async () => {
    computer = await Computer.start(appLaunch());
    const { args, ...program } = appLaunch();
    const own = ['--password-store=basic', `--user-data-dir=${join(computer.directory, 'own')}`];
    started = await launchElectron({ ...program, args: [...args, ...own, '--background'] });
  });
  afterAll(async () => {
    await started.electron.close();
    await computer[Symbol.asyncDispose]();
  });

  const windows = () =>
    started.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

  test('the program shows no window until it is wanted', async () => {
    await expect.poll(() => started.electron.evaluate(({ app }) => app.isReady()), eventually).toBe(true);
    expect(await windows()).toBe(0);
    // The answer to this may be lost while the window is made: whether it is made is looked at.
    await started.electron.evaluate(({ app }) => app.emit('activate')).catch(() => undefined);
    await expect.poll(windows, eventually).toBe(1);
  });
});

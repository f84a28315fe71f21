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
    const { environment } = computer;
    const { args, ...program } = appLaunch();
    const own = ['--password-store=basic', '--background'];
    started = await launchElectron({ ...program, environment, args: [...args, ...own] });
  });
  afterAll(async () => {
    await started.electron.close();
    await computer[Symbol.asyncDispose]();
  });

  // A program that is just starting may lose a question asked inside it: this one is asked from outside.
  test('the program shows no window until it is wanted', async () => {
    await expect.poll(started.output, eventually).toContain('has started.');
    expect(started.electron.windows()).toHaveLength(0);
    await computer.startSecondApp();
    await expect.poll(() => started.electron.windows().length, eventually).toBe(1);
  });
});

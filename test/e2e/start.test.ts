import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appLaunch } from './support/launch.ts';
import { Office } from './support/office.ts';
import { eventually } from './support/patience.ts';

const engineNode = appLaunch().environment['MATTERLINE_ENGINE_NODE'];

describe('the next start', () => {
  let office: Office;

  beforeAll(async () => {
    office = await Office.open();
    await office.startSignedIn();
    await firstRow().waitFor();
  });
  afterAll(() => office[Symbol.asyncDispose]());

  const firstRow = () => office.page.getByRole('grid', { name: 'Matters' }).getByRole('row').nth(1);
  const keptScreen = () =>
    readFile(join(office.computer.appData, 'last screen.json'), 'utf8').catch(() => '');

  /** Lets the engine come up only once the file that is answered is there. */
  const holdTheEngine = async (): Promise<string> => {
    const { directory, environment } = office.computer;
    const gate = join(directory, 'gate');
    const held = join(directory, 'held engine');
    const wait = `while [ ! -e '${gate}' ]; do sleep 0.05; done`;
    await writeFile(held, `#!/bin/sh\n${wait}\nexec '${engineNode}' "$@"\n`);
    await chmod(held, 0o755);
    environment['MATTERLINE_ENGINE_NODE'] = held;
    return gate;
  };

  test.skipIf(engineNode === undefined)(
    'shows the matters as they were, before anything has answered; then what is so now',
    async () => {
      const title = (await firstRow().getByRole('gridcell').nth(1).locator('bdi').textContent()) ?? '';
      await expect.poll(keptScreen, eventually).toContain('"rows":[{');
      await office.computer.closeApp();
      const text = await keptScreen();
      expect(text).toContain(title);
      const { screen, ...rest } = JSON.parse(text);
      screen.matters.rows[0].title = 'As it was called';
      await writeFile(join(office.computer.appData, 'last screen.json'), JSON.stringify({ ...rest, screen }));
      const gate = await holdTheEngine();
      await office.startApp();
      await firstRow().getByText('As it was called').waitFor();
      await office.window.status.getByText('Starting…').waitFor();
      await office.window.status.getByText('Looking for changes…').waitFor();
      await writeFile(gate, '');
      await firstRow().getByText(title).waitFor();
      await expect(
        office.window.status.getByText('What you save is kept, and filed once you sign in').waitFor(),
      ).resolves.toBeUndefined();
    },
  );

  test('after a sign-out the next start shows nothing of the matters', async () => {
    await office.signIn();
    await expect.poll(keptScreen, eventually).toContain('"rows":[{');
    await office.window.goTo('Settings');
    await office.page.getByRole('button', { name: 'Sign out…' }).click();
    await office.page.getByRole('dialog').getByText('Everything you saved is filed.').waitFor();
    await office.page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
    await office.page.getByRole('heading', { name: 'Sign in to Matterline' }).waitFor();
    expect(await keptScreen()).toBe('');
    await office.computer.closeApp();
    await office.startApp();
    await office.page.getByRole('heading', { name: 'Sign in to Matterline' }).waitFor();
    expect(await office.page.content()).not.toContain('Northgate');
    expect(await keptScreen()).toBe('');
  });

  test('what another connection showed is forgotten, and the start begins as the first one did', async () => {
    await office.signIn();
    await expect.poll(keptScreen, eventually).toContain('"rows":[{');
    await office.computer.closeApp();
    const kept = { ...JSON.parse(await keptScreen()), owner: 'another' };
    await writeFile(join(office.computer.appData, 'last screen.json'), JSON.stringify(kept));
    await office.startApp();
    await office.page.getByRole('heading', { name: 'Sign in to Matterline' }).waitFor();
    expect(await office.page.content()).not.toContain('Northgate');
    expect(await keptScreen()).toBe('');
    expect(office.computer.outputs.match(/unexpected failure.*(\n +at .*)*/g) ?? []).toEqual([]);
  });
});

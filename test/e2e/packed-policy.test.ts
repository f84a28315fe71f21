import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { asking } from './support/asking.ts';
import { canHaveOwnEtc } from './support/namespaces.ts';
import { Office } from './support/office.ts';
import { packedLaunch, packingWithin } from './support/packed.ts';
import { eventually } from './support/patience.ts';

const own = canHaveOwnEtc();
if (!own)
  console.warn(
    'SKIPPED: this system shows no program an /etc of its own, so no policy is tried in the packed program.',
  );

/** The policy is read from `/etc`, of which the program sees one of its own: with a policy, and else like the real one. */
describe.skipIf(!own)('what an administrator decided, in the packed program,', () => {
  let administrators: string;
  let office: Office;
  let root: string;

  beforeAll(async () => {
    const program = await packedLaunch('test');
    administrators = await mkdtemp(join(tmpdir(), 'matterline-administrator-'));
    await mkdir(join(administrators, 'etc', 'matterline'), { recursive: true });
    const executablePath = join(administrators, 'start');
    const mounting = `mount -t overlay overlay -o lowerdir=${administrators}/etc:/etc /etc`;
    await writeFile(
      executablePath,
      `#!/bin/sh\nexec unshare -rm sh -c '${mounting} && exec "$0" "$@"' '${program.executablePath}' "$@"\n`,
    );
    await chmod(executablePath, 0o755);
    // Where it sees an /etc of its own it is root, for whom Chromium has no sandbox.
    office = await Office.open({}, { ...program, executablePath, args: [...program.args, '--no-sandbox'] });
    root = await office.computer.makeFolder('Decided');
  }, packingWithin);
  afterAll(async () => {
    await office[Symbol.asyncDispose]();
    await rm(administrators, { recursive: true, force: true });
  });

  const decide = (policy: string): Promise<void> =>
    writeFile(join(administrators, 'etc', 'matterline', 'policy.json'), policy);
  /** With a connection file that says otherwise. */
  const start = async (): Promise<void> => {
    const elsewhere = await office.computer.makeFolder('Elsewhere');
    const other = { baseUrl: 'http://127.0.0.1:9', authUrl: 'http://127.0.0.1:9', rootFolder: elsewhere };
    await office.computer.startApp({ ...office.firm.connection(), ...other });
  };

  test('wins over the connection file: the service, the sign-in and the folder for matters are the decided ones', async () => {
    const { redirect, ...connection } = office.firm.connection();
    await decide(
      JSON.stringify({
        connection,
        redirect,
        rootFolder: root,
        updates: 'off',
        removeOnSignOut: 'off',
        lockAfterMinutes: 240,
        sendLimit: 4_000_000,
      }),
    );
    await start();
    await office.signIn();
    await office.window.openMatter(hartley);
    await office.window.linkNewFolder();
    await office.page.getByRole('button', { name: 'Show folder' }).waitFor();
    const [made = ''] = await readdir(root);
    await writeFile(join(root, made, 'Decided.txt'), 'Where the administrator decided.');
    await expect(office.window.documentIn('Filed', 'Decided.txt', 1)).resolves.toBeDefined();
  });

  test('is shown as decided, and cannot be changed by the window', async () => {
    await office.window.goTo('Settings');
    const { page } = office;
    for (const name of ['Matter folders', 'Connection'])
      await page
        .getByRole('region', { name })
        .getByText('Managed by your organisation; it cannot be changed here.')
        .waitFor();
    await page.getByText('Updates are managed by your organisation.').waitFor();
    // Removing at sign-out, locking, and the rate of sending.
    await expect.poll(() => page.getByText(/Managed by your organisation\./).count(), eventually).toBe(3);
    const answer = await page.evaluate<string>(
      asking('/app/saveConnection', { ...office.firm.connection(), clientId: 'another' }),
    );
    expect(answer).toContain('REFUSED');
  });

  test('and cannot be read any more, leaves no freedom and says so', async () => {
    await office.computer.closeApp();
    await decide('{"updates": "off",');
    await start();
    await office.page
      .getByText('What your administrator decided in /etc/matterline/policy.json cannot be used as it is.')
      .first()
      .waitFor();
    await expect.poll(() => office.page.getByRole('button', { name: 'Sign in' }).count(), eventually).toBe(0);
  });
});

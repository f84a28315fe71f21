import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasSandbox, nobody } from './support/namespaces.ts';
import { packedLaunch, packingWithin } from './support/packed.ts';
import { eventually } from './support/patience.ts';

interface RunningProcess {
  readonly id: number;
  readonly commandLine: readonly string[];
}

const sandbox = hasSandbox();
if (!sandbox)
  console.warn(
    'SKIPPED: this system gives ordinary people nothing to make a sandbox of, so the packed program is not looked at in one.',
  );

/** How the processes of the program are closed, as the system itself tells, without asking the program. */
describe.skipIf(!sandbox)(
  'the packed program, as it is released and as an ordinary person starts it,',
  () => {
    let directory: string;
    let program: ChildProcess;

    beforeAll(async () => {
      const release = await packedLaunch('release');
      directory = await mkdtemp(join(tmpdir(), 'matterline-person-'));
      const folder = join(directory, 'installed');
      // Nobody may look into a root's checkout.
      await cp(dirname(release.executablePath), folder, { recursive: true });
      const person = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
      if (person.uid !== undefined) await chown(directory, nobody, nobody);
      program = spawn(
        join(folder, basename(release.executablePath)),
        // Chromium's sandbox is off for a root's other tests; here it is what is looked at.
        [...release.args.filter((argument) => argument !== '--no-sandbox'), '--password-store=basic'],
        {
          ...person,
          cwd: directory,
          env: {
            ...release.environment,
            HOME: directory,
            XDG_CONFIG_HOME: join(directory, '.config'),
            XDG_RUNTIME_DIR: directory,
          },
          stdio: 'ignore',
        },
      );
      await once(program, 'spawn');
    }, packingWithin);
    afterAll(async () => {
      const ended = program.exitCode ?? once(program, 'exit');
      program.kill('SIGKILL');
      await ended;
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    });

    const processes = async (): Promise<RunningProcess[]> => {
      const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
      const found = await Promise.all(
        ids.map(async (id) => ({
          id: Number(id),
          commandLine: (await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => ''))
            .split(/[\0 ]/)
            .filter((part) => part !== ''),
        })),
      );
      return found.filter(({ commandLine }) => commandLine[0]?.startsWith(directory));
    };
    /** The process of the window's page. */
    const page = async (): Promise<RunningProcess | undefined> =>
      (await processes()).find(({ commandLine }) => commandLine.includes('--type=renderer'));
    const status = async (id = 0): Promise<Record<string, string>> => {
      const text = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      return Object.fromEntries(
        [...text.matchAll(/^(\w+):\s+(.*)$/gm)].map(([, name, value]) => [name, value]),
      );
    };

    test('has its page in the system’s sandbox: few system calls, no rights, no network, no other process', async () => {
      await expect
        .poll(async () => status((await page())?.id), eventually)
        .toMatchObject({ Seccomp: '2', NoNewPrivs: '1', CapEff: '0'.repeat(16) });
      const { id = 0 } = (await page()) ?? {};
      for (const space of ['user', 'net', 'pid']) {
        const [of, ours] = await Promise.all(
          [id, program.pid].map((one) => readlink(`/proc/${one}/ns/${space}`)),
        );
        expect([space, of]).not.toEqual([space, ours]);
      }
    });

    test('turns on no experiment and turns off no protection in its page', async () => {
      const { commandLine = [] } = (await page()) ?? {};
      expect(commandLine).toContain('--enable-sandbox');
      const forbidden =
        /^--(no-sandbox|no-zygote|enable-experimental|enable-blink|enable-features|disable-web-security|allow-|js-flags|remote-|disable-site)/;
      expect(commandLine.filter((argument) => forbidden.test(argument))).toEqual([]);
    });
  },
);

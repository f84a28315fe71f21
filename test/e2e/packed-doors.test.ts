import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ElectronProgram } from '../app/electron-launch.ts';
import { packedLaunch, packingWithin } from './support/packed.ts';

/** True once a program has started its engine as a process of Electron. */
async function hasEngine(processId = 0): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,args=']);
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const isOurs = (id: string | undefined): boolean =>
    Number(id) === processId || lines.some(([own, parent]) => own === id && isOurs(parent));
  return lines.some(
    ([, parent, ...args]) => args.join(' ').includes('node.mojom.NodeService') && isOurs(parent),
  );
}

/** What another program of the same person could try, to get into this one and speak in its name. */
describe('the packed program, as it is released,', () => {
  let release: ElectronProgram;
  let forTests: ElectronProgram;
  let directory: string;
  let mark: string;
  let running: ChildProcess | null = null;

  beforeAll(async () => {
    release = await packedLaunch('release');
    forTests = await packedLaunch('test');
  }, packingWithin);
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'matterline-doors-'));
    mark = join(directory, 'ran');
  });
  afterEach(async () => {
    running?.kill('SIGKILL');
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  });

  /** Starts it, lets it get as far as its engine, or end by itself, and ends it. Answers what it said. */
  const ran = async (
    program: ElectronProgram,
    further: {
      readonly args?: readonly string[];
      readonly environment?: Readonly<Record<string, string>>;
      /** With these arguments alone, without the switches of this machine. */
      readonly bare?: boolean;
    },
  ): Promise<string> => {
    const home = { HOME: directory, XDG_CONFIG_HOME: join(directory, '.config') };
    const { MATTERLINE_ENGINE_NODE: _engineNode, ...environment } = program.environment;
    const switches = further.bare ? [] : [...program.args, '--password-store=basic'];
    const child = spawn(program.executablePath, [...switches, ...(further.args ?? [])], {
      env: { ...environment, ...home, ...further.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running = child;
    const ended = once(child, 'exit');
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8');
      });
    }
    const isOver = (): boolean => existsSync(mark) || child.exitCode !== null || child.signalCode !== null;
    while (!isOver() && !(await hasEngine(child.pid))) await sleep(100);
    child.kill('SIGKILL');
    await ended;
    return output;
  };

  const script = async (): Promise<string> => {
    const file = join(directory, 'intruder.cjs');
    await writeFile(file, `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '');`);
    return file;
  };
  const program = async (): Promise<string> => {
    const file = join(directory, 'intruder.sh');
    await writeFile(file, `#!/bin/sh\n: > "${mark}"\n`);
    await chmod(file, 0o755);
    return file;
  };

  test('runs its engine with nothing that the environment names', async () => {
    const environment = { MATTERLINE_ENGINE_NODE: await program() };
    await ran(release, { environment });
    expect(existsSync(mark)).toBe(false);
    // It was not the way it was tried: a build made for tests does obey.
    await ran(forTests, { environment });
    expect(existsSync(mark)).toBe(true);
  });

  test('opens no debugging port, which would show its window to every program of the computer', async () => {
    const args = ['--remote-debugging-port=0', '--remote-debugging-address=0.0.0.0'];
    expect(await ran(release, { args })).not.toContain('DevTools listening');
    expect(existsSync(join(directory, '.config', 'Matterline', 'DevToolsActivePort'))).toBe(false);
  });

  test('keeps no keys or record of its connections, and goes by its own profile, whatever it is started with', async () => {
    const keys = join(directory, 'keys');
    const record = join(directory, 'net.json');
    const profile = join(directory, 'profile');
    const args = [`--ssl-key-log-file=${keys}`, `--log-net-log=${record}`, `--user-data-dir=${profile}`];
    const isUsed = (folder: string): boolean => readdirSync(folder).includes('SingletonLock');
    await ran(release, { args, environment: { SSLKEYLOGFILE: keys } });
    expect([keys, record].map((file) => existsSync(file))).toEqual([false, false]);
    expect([profile, join(directory, '.config', 'Matterline')].map(isUsed)).toEqual([false, true]);
    // It was not the way it was tried: a build made for tests does obey.
    await ran(forTests, { args });
    expect([record, profile].map((file) => existsSync(file))).toEqual([true, true]);
    expect(isUsed(profile)).toBe(true);
  });

  test('opens no inspector for Node', async () => {
    expect(await ran(release, { args: ['--inspect=0', '--inspect-brk=0'] })).not.toContain(
      'Debugger listening',
    );
  });

  test('does not lend itself as a Node to run any script', async () => {
    // Without other switches, at which Node would stop.
    await ran(release, {
      args: [await script()],
      environment: { ELECTRON_RUN_AS_NODE: '1' },
      bare: true,
    });
    expect(existsSync(mark)).toBe(false);
  });

  test('loads nothing that NODE_OPTIONS names', async () => {
    await ran(release, { environment: { NODE_OPTIONS: `--require=${await script()}` } });
    expect(existsSync(mark)).toBe(false);
  });

  test('runs no other program named on its command line', async () => {
    const folder = join(directory, 'app');
    await ran(release, { args: [folder, `--app=${folder}`, '-r', await script()] });
    expect(existsSync(mark)).toBe(false);
  });
});

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../service/free-port.ts';

/** Whether Debian's redis-server is here; as root on a machine that lacks it, it is installed. What to say when it is not. */
export function lackOfRedis(): string | null {
  const isThere = () => spawnSync('redis-server', ['--version']).status === 0;
  if (isThere()) return null;
  if (process.getuid?.() === 0) {
    const environment = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    spawnSync('apt-get', ['update'], environment);
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'], environment);
  }
  return isThere() ? null : 'NOT TESTED: redis-server is not here (sudo apt-get install redis-server).';
}

export interface RealRedis {
  readonly url: string;
  readonly password: string;
  /** Everything in it, as text. */
  dump(): string;
  /** Ends it at once, and starts an empty one at its address. */
  restart(): Promise<void>;
  kill(): Promise<void>;
  /** Says nothing more, with all connections open, until `goOn`. */
  holdStill(): void;
  goOn(): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A Redis of our own on loopback, with a password, that keeps nothing. */
export async function startRedis(): Promise<RealRedis> {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-redis-'));
  const port = await freePort();
  const password = 'the-password-of-redis';
  let running: ChildProcess | null = null;
  const cli = (...args: string[]) =>
    spawnSync('redis-cli', [
      '-p',
      String(port),
      '--no-auth-warning',
      '-a',
      password,
      ...args,
    ]).stdout.toString();
  const redis: RealRedis = {
    url: `redis://127.0.0.1:${port}`,
    password,
    dump() {
      const keys = cli('--scan').split('\n').filter(Boolean);
      return keys.map((key) => `${key} ${cli('DUMP', key)} ${cli('XRANGE', key, '-', '+')}`).join('\n');
    },
    async start() {
      const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
      running = spawn('redis-server', [...flags, '--requirepass', password, '--dir', directory], {
        stdio: 'ignore',
      });
      while (!cli('PING').includes('PONG')) await delay(20);
    },
    async kill() {
      if (!running) return;
      const ended = once(running, 'exit');
      running.kill('SIGKILL');
      await ended;
      running = null;
    },
    holdStill: () => void running?.kill('SIGSTOP'),
    goOn: () => void running?.kill('SIGCONT'),
    async restart() {
      await redis.kill();
      await redis.start();
    },
    async stop() {
      await redis.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await redis.start();
  return redis;
}

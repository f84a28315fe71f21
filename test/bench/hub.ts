import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bar } from './bar.ts';
import { rounded } from './figures.ts';
import type { Order } from './hub-clients.ts';
import { usageOf } from './usage.ts';

const desktops = 5_000;
/** Seconds in which validators are asked for. */
const asking = 8;

const here = (file: string) => join(import.meta.dirname, file);

/** One hub with thousands of connected desktops, and how many validators it answers beside a bare server of the same framework. */
export async function hub(): Promise<Bar[]> {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-bench-hub-'));
  const service = fork(here('hub-service.ts'));
  const clients = fork(here('hub-clients.ts'));
  const bare = fork(here('hub-bare.ts'));
  const secrets = join(directory, 'secrets.json');
  writeFileSync(secrets, '{"apiKey":"key"}', { mode: 0o600 });
  const config = join(directory, 'hub.json');
  const [servicePort] = (await once(service, 'message')) as [number];
  const limit = { perSecond: 400, burst: 400 };
  writeFileSync(config, JSON.stringify({ service: `http://127.0.0.1:${servicePort}`, secrets, limit }));
  const running = spawn(process.execPath, [
    here('../../main/hub/index.ts'),
    ...['--config', config, '--listen', '127.0.0.1:0'],
  ]);
  try {
    const port = await portOf(running);
    const [barePort] = (await once(bare, 'message')) as [number];
    const etag = String(await order(clients, { do: 'read-all', port, desktops }));
    const pid = running.pid ?? 0;
    const validators = await perProcessorSecond(clients, { do: 'ask', port, etag, seconds: asking }, pid);
    const beside = await perProcessorSecond(
      clients,
      { do: 'ask', port: barePort, etag, seconds: asking },
      bare.pid ?? 0,
    );
    await order(clients, { do: 'follow', port, desktops, etag });
    // The desktops' folders are read meanwhile, and told of.
    await sleep(40_000);
    const { memory } = usageOf(pid);
    const changedAt = performance.now();
    service.send('another version');
    await once(service, 'message');
    await order(clients, { do: 'hear', port });
    const heard = performance.now() - changedAt;
    const ratio = rounded(validators / beside);
    return [
      {
        ...{ bench: 'hub', what: `memory with ${desktops} connected desktops`, value: Math.round(memory) },
        ...{ unit: 'MB', against: '300 MB', ratio: rounded(memory / 300), limit: 'at most 1' },
        holds: memory <= 300,
      },
      {
        ...{ bench: 'hub', what: `news to ${desktops} desktops`, value: Math.round(heard), unit: 'ms' },
        ...{ against: '1 s', ratio: rounded(heard / 1_000), limit: 'at most 1', holds: heard <= 1_000 },
      },
      {
        ...{ bench: 'hub', what: 'answered validators a second of one core', value: Math.round(validators) },
        ...{ unit: 'answers', against: '5,000', ratio: rounded(validators / 5_000), limit: 'at least 1' },
        holds: validators >= 5_000,
      },
      {
        ...{ bench: 'hub', what: 'answered validators', value: Math.round(validators), unit: 'answers' },
        against: `${Math.round(beside)} of a bare fastify`,
        ...{ ratio, limit: 'at least 0.7', holds: ratio >= 0.7 },
      },
    ];
  } finally {
    for (const child of [running, service, clients, bare]) child.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Of the server's own processor time: how busy the computer is otherwise does not count. */
async function perProcessorSecond(clients: ChildProcess, asked: Order, pid: number): Promise<number> {
  // Until the code is compiled.
  await order(clients, { ...asked, seconds: 2 } as Order);
  const before = usageOf(pid).processor;
  const answered = Number(await order(clients, asked));
  return answered / ((usageOf(pid).processor - before) / 1_000);
}

async function order(clients: ChildProcess, asked: Order): Promise<unknown> {
  clients.send(asked);
  const [{ result, error }] = (await once(clients, 'message')) as [{ result?: unknown; error?: string }];
  if (error !== undefined) throw new Error(error);
  return result;
}

/** Its log goes on to be read: a hub whose output nobody takes ends. */
function portOf(running: ReturnType<typeof spawn>): Promise<number> {
  return new Promise((resolve, reject) => {
    running.once('exit', () => reject(new Error('The hub did not start.')));
    running.stdout?.on('data', (chunk) => {
      const address = /"address":"([^"]+)"/.exec(String(chunk))?.[1];
      if (address !== undefined) resolve(Number(new URL(address).port));
    });
  });
}

import { text } from 'node:stream/consumers';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { systemClock } from '../../shared/base/clock.ts';
import type { Refusal } from '../../shared/model/refusal.ts';
import { exchange } from '../engine/service/exchange.ts';
import { trustComputersAuthorities } from '../engine/service/network/trust.ts';
import { readConfiguration, usage } from './configuration.ts';
import { openHub } from './hub.ts';
import { logTo } from './log.ts';
import { subscribe } from './webhooks/subscribe.ts';

/** npm run hub: the firm's hub, until it is told to end. */
async function main(): Promise<void> {
  const started = readConfiguration(process.argv.slice(2));
  if (!started.ok) return refuse(started.error);
  if (started.value === 'usage') return void process.stdout.write(`${usage}\n`);
  const { command, again, configuration } = started.value;
  if (command === 'check') return void process.stdout.write('The configuration can be used.\n');
  const log = logTo(
    (line) => process.stdout.write(line),
    () => systemClock.now(),
  );
  await trustComputersAuthorities();
  if (command === 'subscribe') {
    const token = (await text(process.stdin)).trim();
    const made = await subscribe(
      configuration,
      { token, again },
      { clock: systemClock, random: Math.random },
    );
    if (!made.ok) return refuse(made.error);
    const { subscription, isNew } = made.value;
    return log(isNew ? 'subscribed' : 'subscribed-already', { subscription });
  }
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { random } = Math;
  const opened = await openHub(configuration, { clock: systemClock, random, exchange, log, registry });
  // What is wrong may pass: whoever watches over it starts it again.
  if (!opened.ok) return refuse(opened.error, 1);
  const stop = () => {
    opened.value.stop().catch(() => {
      process.exitCode = 1;
    });
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** @param exitCode 2 for what starting it again does not mend */
function refuse({ what, why, next }: Refusal, exitCode = 2): void {
  console.error(`${what} ${why}\n${next}`);
  process.exitCode = exitCode;
}

main().catch((error: unknown) => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  console.error(`The hub cannot start (${code}).`);
  process.exitCode = 1;
});

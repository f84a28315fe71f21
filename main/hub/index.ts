import { collectDefaultMetrics, Registry } from 'prom-client';
import { systemClock } from '../../shared/base/clock.ts';
import { exchange } from '../engine/service/exchange.ts';
import { trustComputersAuthorities } from '../engine/service/network/trust.ts';
import { readConfiguration, usage } from './configuration.ts';
import { openHub } from './hub.ts';
import { logTo } from './log.ts';

/** npm run hub: the firm's hub, until it is told to end. */
async function main(): Promise<void> {
  const configuration = readConfiguration(process.argv.slice(2));
  if (!configuration.ok) {
    const { what, why, next } = configuration.error;
    console.error(`${what} ${why}\n${next}`);
    process.exitCode = 2;
    return;
  }
  if (configuration.value === 'usage') return void process.stdout.write(`${usage}\n`);
  const log = logTo(
    (line) => process.stdout.write(line),
    () => systemClock.now(),
  );
  await trustComputersAuthorities();
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { random } = Math;
  const hub = await openHub(configuration.value, { clock: systemClock, random, exchange, log, registry });
  const stop = () => {
    hub.stop().catch(() => {
      process.exitCode = 1;
    });
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((error: unknown) => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  console.error(
    `The hub cannot start. It could not listen there (${code}).\nIs another program using that port? Choose another by --listen HOST:PORT.`,
  );
  process.exitCode = 1;
});

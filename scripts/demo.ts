import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareAppLaunch } from './app-launch.ts';
import { runDemo } from './demo/interactive.ts';
import { runTour } from './demo/tour.ts';

// npm run demo [-- --tour DIR]
process.exitCode = await demo(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});

/** Answers the exit code: for the tour 0 only if what the service has is what was saved, byte for byte. */
async function demo(commandLine: string[]): Promise<number> {
  const { tour } = parseArgs({ args: commandLine, options: { tour: { type: 'string' } } }).values;
  if (tour !== undefined && process.platform !== 'linux') {
    throw new Error('The tour drives a browser of its own, which works on Linux only. Try: npm run demo');
  }
  const outcome = await prepareAppLaunch();
  if (outcome.kind === 'unavailable') throw new Error(outcome.reason);
  const { launch } = outcome;
  try {
    if (tour === undefined) return await runDemo(launch);
    const pictures = resolve(tour);
    const held = await runTour(launch, pictures);
    console.log(`\nPictures: ${pictures}`);
    return held ? 0 : 1;
  } finally {
    launch.close();
  }
}

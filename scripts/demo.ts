import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareAppLaunch } from './app-launch.ts';
import { runDemo } from './demo/interactive.ts';
import { runTour } from './demo/tour.ts';

// npm run demo [-- --tour DIR]
const { values } = parseArgs({ options: { tour: { type: 'string' } } });
if (values.tour !== undefined && process.platform !== 'linux') {
  console.error('The tour drives a browser of its own, which works on Linux only. Try: npm run demo');
  process.exit(1);
}
const outcome = await prepareAppLaunch();
if (outcome.kind === 'unavailable') {
  console.error(outcome.reason);
  process.exit(1);
}
const { launch } = outcome;
if (values.tour === undefined) {
  process.exitCode = await runDemo(launch);
} else {
  const directory = resolve(values.tour);
  const held = await runTour(launch, directory).catch((error: unknown) => {
    console.error(
      `The tour could not be finished: ${error instanceof Error ? error.message : String(error)}`,
    );
    return false;
  });
  console.log(`\nPictures: ${directory}`);
  process.exitCode = held ? 0 : 1;
}
launch.close();

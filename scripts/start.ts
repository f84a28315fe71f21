import { prepareAppLaunch } from './app-launch.ts';
import { runOnConsole } from './child-process.ts';

// npm start [-- ARGUMENTS OF THE APP]
const outcome = await prepareAppLaunch();
if (outcome.kind === 'unavailable') {
  console.error(outcome.reason);
  process.exit(1);
}
const { executablePath, args, environment, close } = outcome.launch;
process.exitCode = await runOnConsole(executablePath, [...args, ...process.argv.slice(2)], {
  env: environment,
});
close();

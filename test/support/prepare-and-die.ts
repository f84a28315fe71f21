import { prepareFile } from '../../main/engine/store/opening.ts';

// node prepare-and-die.ts FILE STEP: prepares a database, and is killed at that step.
const [file = '', killAt] = process.argv.slice(2);
let steps = 0;
prepareFile(
  file,
  () => Date.UTC(2026, 0, 1),
  () => {
    steps += 1;
    if (steps === Number(killAt)) process.kill(process.pid, 'SIGKILL');
  },
);

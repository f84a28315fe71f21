import { join } from 'node:path';
import { projectFolder } from './project-folder.ts';
import { runStages } from './stages.ts';
import { toolScript } from './tools.ts';

// npm test
process.exitCode = await runStages({
  inTurn: [
    { name: 'checks', args: [join(import.meta.dirname, 'check.ts')] },
    { name: 'unit tests', args: [toolScript('vitest'), 'run', '--project', 'unit'] },
    { name: 'tests of the window', args: [join(import.meta.dirname, 'e2e.ts')] },
  ],
  // It waits for nothing but a processor, and has those alone that the others leave idle.
  beside: { name: 'fault simulation', args: [join(projectFolder, 'test/faults/main.ts')] },
});

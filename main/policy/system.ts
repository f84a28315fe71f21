import { type ExecFileException, execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PolicyPorts } from './place.ts';

/** Time a program of the system has to answer, in milliseconds. */
const patience = 5_000;

/** This computer, as `findPolicy` and `metered` need it. */
export const systemPolicyPorts = (platform: PolicyPorts['platform']): PolicyPorts => ({
  platform,
  readText: (file) => readFile(file, 'utf8'),
  run: (program, args) =>
    new Promise((resolve) => {
      // By its full path: a program of that name elsewhere is not the system's.
      const folder = path.win32.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32');
      const file = platform === 'win32' ? path.win32.join(folder, program) : program;
      execFile(file, args, { timeout: patience, windowsHide: true }, (error, output) =>
        resolve({ status: statusOf(error), output }),
      );
    }),
});

/** Only a program that ended by itself has an exit code: not one that took too long, wrote too much or did not start. */
function statusOf(error: ExecFileException | null): number | null {
  if (error === null) return 0;
  return typeof error.code === 'number' && !error.killed ? error.code : null;
}

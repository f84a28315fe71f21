import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideSample } from '../service/seed/sample-directory.ts';

/** The practice services of all tests begin with the same firm, which is made once. */
export function setup(): () => void {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-sample-'));
  provideSample(directory);
  // Some tests give up the rights of root.
  chmodSync(directory, 0o755);
  return () => rmSync(directory, { recursive: true, force: true });
}

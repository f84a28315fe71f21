import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../../scripts/project-folder.ts';

test('the page that anyone checks a record with is built from what is here', () => {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-verifier-'));
  try {
    const built = join(directory, 'page.html');
    execFileSync(process.execPath, [join(projectFolder, 'scripts/bundle-verifier.ts'), built]);
    // `node scripts/bundle-verifier.ts` makes it anew.
    expect(
      readFileSync(built, 'utf8') === readFileSync(join(projectFolder, 'docs/verify-record.html'), 'utf8'),
    ).toBe(true);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

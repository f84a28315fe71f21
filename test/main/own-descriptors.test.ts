import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const module = path.resolve(import.meta.dirname, '../../main/own-descriptors.ts');

/** What a program has open that is started, by a program that holds a file as Chromium does. */
function openIn(start: string): { readonly held: string; readonly seen: string } {
  const held = path.join(mkdtempSync(path.join(tmpdir(), 'matterline-')), 'held');
  writeFileSync(held, '');
  const descriptor = openSync(held, 'r');
  const script = `
    import { spawnSync } from 'node:child_process';
    import { withOnly } from ${JSON.stringify(module)};
    const list = (stdio) => spawnSync('ls', ['-l', '/proc/self/fd'], { stdio });
    ${start};`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit', ...Array<'ignore'>(37).fill('ignore'), descriptor],
  });
  closeSync(descriptor);
  return { held, seen: stdout };
}

test.skipIf(process.platform !== 'linux')('a program that is started has nothing open of ours', () => {
  const before = openIn(`list(['ignore', 'inherit', 'inherit'])`);
  expect(before.seen).toContain(before.held);
  const { held, seen } = openIn(`withOnly(['ignore', 'inherit', 'inherit'], list)`);
  expect(seen).toContain('/dev/null');
  expect(seen).not.toContain(held);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isIgnored } from '../../../../main/engine/features/ignoring/ignore.ts';
import { watchTree } from '../../../../main/engine/features/watch/watch-tree.ts';
import { eventually } from '../../../support/workplace.ts';

test('a file on its way that is gone again does not make the watcher look at all documents beside it', async () => {
  const root = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const name of ['One.docx', 'Two.docx']) writeFileSync(join(root, name), name);
  const asked: string[] = [];
  const reported: string[] = [];
  let ready = false;
  const watching = watchTree(root, {
    leavesOut(path, kind) {
      asked.push(basename(path));
      return isIgnored(basename(path), kind);
    },
    onPath: (path) => reported.push(basename(path)),
    onReady: () => (ready = true),
    onFailure: (code) => reported.push(code),
    onForbidden: (path) => reported.push(path),
  });
  onTestFinished(() => watching.close());
  await expect.poll(() => ready, eventually).toBe(true);
  expect(reported.toSorted()).toEqual(['One.docx', 'Two.docx']);
  asked.length = 0;
  const onItsWay = join(root, '.matterline-1');
  for (let times = 0; times < 3; times += 1) {
    writeFileSync(onItsWay, 'new');
    await expect.poll(() => asked, eventually).toContain('.matterline-1');
    asked.length = 0;
    rmSync(onItsWay);
    await expect.poll(() => asked, eventually).toContain('.matterline-1');
  }
  // What the watcher is told of is done in order: after this one, the others are.
  writeFileSync(join(root, 'Three.docx'), 'three');
  await expect.poll(() => reported, eventually).toContain('Three.docx');
  expect(new Set(asked)).toEqual(new Set(['.matterline-1', 'Three.docx']));
});

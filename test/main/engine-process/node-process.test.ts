import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { launchNode } from '../../../main/engine-process/node-process.ts';
import { EngineSupervisor } from '../../../main/engine-process/supervisor.ts';
import { systemClock } from '../../../shared/base/clock.ts';

const stub = { file: path.join(import.meta.dirname, '..', 'stub-engine-process.ts'), directory: tmpdir() };

function supervise(node: string, said: string[] = []) {
  const supervisor = new EngineSupervisor({
    clock: systemClock,
    log: (message) => said.push(message),
    host: () => {},
    configuration: () => ({ connection: null, signedIn: false, rootFolder: null }),
    launch: () => launchNode(stub, node, () => {}),
  });
  supervisor.start();
  onTestFinished(() => supervisor.stop(2_000));
  return supervisor;
}

test('a real process that dies in the middle of a call is there again for the next one', {
  timeout: 30_000,
}, async () => {
  const supervisor = supervise(process.execPath);
  const link = await supervisor.ready(20_000);
  const call = link?.client.engine.pause({ paused: true }, { signal: link.ended });
  await expect(call).rejects.toThrow('abort');
  expect(link?.ended.aborted).toBe(true);
  const next = await supervisor.ready(20_000);
  expect(await next?.client.engine.matters.list({ limit: 3 })).toEqual({ rows: [], total: 3 });
});

test('a Node that is not there is reported and tried again', async () => {
  const said: string[] = [];
  supervise('/nowhere/node', said);
  await expect
    .poll(() => said.filter((message) => message.includes('started again')).length)
    .toBeGreaterThan(1);
});

test('what the engine says on its standard error is heard line by line', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'matterline-'));
  const file = path.join(directory, 'engine.mjs');
  writeFileSync(file, "process.stderr.write('first\\nsec'); setTimeout(() => console.error('ond'), 20)");
  const heard: string[] = [];
  launchNode({ file, directory }, process.execPath, (line) => heard.push(line));
  await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['first', 'second']);
});

test.skipIf(process.platform === 'win32')(
  'the engine’s file work goes on while twelve of its calls hang, as they do at a drive that does not answer',
  async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'matterline-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    // Opening a pipe hangs until somebody opens its other end.
    execFileSync('mkfifo', [path.join(directory, 'pipe')]);
    const file = path.join(directory, 'engine.mjs');
    writeFileSync(
      file,
      `import { open, lstat } from 'node:fs';
       for (let call = 0; call < 12; call += 1) open(${JSON.stringify(path.join(directory, 'pipe'))}, 'r', () => {});
       setTimeout(() => lstat('/', () => console.error('looked')), 100);
       setTimeout(() => console.error('over'), 3_000);`,
    );
    const heard: string[] = [];
    const engine = launchNode({ file, directory }, process.execPath, (line) => heard.push(line));
    onTestFinished(() => engine.kill());
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['looked', 'over']);
  },
);

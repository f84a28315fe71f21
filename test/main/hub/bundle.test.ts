import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start, temporaryDirectory } from '../../service-tests/harness.ts';

test('the hub in one file runs by Node alone, in an empty directory', async () => {
  const { service, token } = await start();
  const directory = temporaryDirectory();
  const script = join(import.meta.dirname, '../../../scripts/bundle-hub.ts');
  expect(spawnSync(process.execPath, [script, directory]).status).toBe(0);
  expect(readdirSync(directory)).toEqual(['hub.mjs']);
  const secrets = join(directory, 'secrets.json');
  writeFileSync(secrets, JSON.stringify({ apiKey: service.apiKey }), { mode: 0o600 });
  const flags = ['--service', service.baseUrl, '--listen', '127.0.0.1:0', '--secrets', secrets];
  const hub = spawn(process.execPath, ['hub.mjs', ...flags], { cwd: directory });
  let said = '';
  hub.stdout.on('data', (chunk) => (said += String(chunk)));
  await expect.poll(() => said).toContain('"listening"');
  const { address } = JSON.parse(said.split('\n')[0] ?? '') as { address: string };
  const answer = await fetch(`${address}/staff`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  const ended = new Promise((resolve) => hub.once('exit', resolve));
  hub.kill('SIGTERM');
  expect(await ended).toBe(0);
});

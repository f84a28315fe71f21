import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '../../../main/hub/configuration.ts';
import { freePort } from '../../service/free-port.ts';
import { start, temporaryDirectory } from '../../service-tests/harness.ts';

function files(configuration: unknown, secrets: unknown = { apiKey: 'the-firms-key' }): string {
  const directory = temporaryDirectory();
  const secretFile = join(directory, 'secrets.json');
  writeFileSync(secretFile, JSON.stringify(secrets), { mode: 0o600 });
  const file = join(directory, 'hub.json');
  const whole = typeof configuration === 'object' ? { secrets: secretFile, ...configuration } : configuration;
  writeFileSync(file, typeof whole === 'string' ? whole : JSON.stringify(whole));
  return file;
}

const events = { address: 'https://hub.example/hub/events', events: ['matter.updated'], state: '/nowhere' };

const whyNot = (...argv: string[]): string => {
  const read = readConfiguration(argv);
  return read.ok ? 'it can start' : `${read.error.why} ${read.error.next}`;
};

describe('the hub’s configuration', () => {
  test('says where the service is, where the hub listens, and what the service takes', () => {
    const file = files({
      service: 'https://api.example.com/',
      listen: '0.0.0.0:443',
      limit: { perSecond: 50, burst: 50 },
    });
    expect(readConfiguration(['--config', file])).toMatchObject({
      ok: true,
      value: {
        command: 'run',
        configuration: {
          service: 'https://api.example.com',
          apiKey: 'the-firms-key',
          listen: { host: '0.0.0.0', port: 443 },
          limit: { perSecond: 50, burst: 50 },
          beyondTheSpecification: false,
          webhooks: null,
          redis: null,
        },
      },
    });
  });

  test('is overruled by the command line', () => {
    const file = files({ service: 'https://api.example.com', listen: '0.0.0.0:443' });
    const read = readConfiguration([
      '--config',
      file,
      '--listen',
      '[::1]:9000',
      '--service',
      'https://other.example',
    ]);
    expect(read).toMatchObject({
      value: { configuration: { service: 'https://other.example', listen: { host: '::1', port: 9000 } } },
    });
  });

  test.each([
    ['"servce"', { servce: 'https://api.example.com' }],
    ['--service URL', {}],
    ['https://', { service: 'http://api.example.com' }],
    ['no host and port', { service: 'https://api.example.com', listen: 'everywhere' }],
    ['"limit.perSecond"', { service: 'https://api.example.com', limit: { perSecond: 0, burst: 1 } }],
    ['is not JSON', 'service: https://api.example.com'],
    ['rediss://', { service: 'https://api.example.com', redis: 'redis://redis.example:6379' }],
    ['redisPassword', { service: 'https://api.example.com', redis: 'rediss://:secret@redis.example' }],
    [
      'resource.change',
      { service: 'https://a.example', webhooks: { ...events, events: ['matter updated'] } },
    ],
    ['"webhooks.address"', { service: 'https://a.example', webhooks: { ...events, address: 'nowhere' } }],
  ])('that cannot be used is told in words: %s', (words, configuration) => {
    expect(whyNot('--config', files(configuration))).toContain(words);
  });

  test('a key that is missing, or that others may read, is told without the key', () => {
    expect(whyNot('--config', files({ service: 'https://api.example.com' }, { apiKey: 'a b' }))).toContain(
      '"apiKey"',
    );
    expect(whyNot('--config', files({ service: 'https://a.example', secrets: '/nowhere' }))).toContain(
      'ENOENT',
    );
    const directory = temporaryDirectory();
    const secrets = join(directory, 'open.json');
    writeFileSync(secrets, '{"apiKey":"the-firms-key"}');
    chmodSync(secrets, 0o644);
    const told = whyNot('--service', 'https://a.example', '--secrets', secrets);
    expect(told).toContain(process.platform === 'win32' ? 'it can start' : 'chmod 600');
    expect(told).not.toContain('the-firms-key');
  });
});

test('npm run hub says where it listens, answers, and ends in order when it is told to', async () => {
  const { service, token } = await start();
  const file = files({ service: service.baseUrl, listen: '127.0.0.1:0' }, { apiKey: service.apiKey });
  const hub = spawn(process.execPath, [
    join(import.meta.dirname, '../../../main/hub/index.ts'),
    '--config',
    file,
  ]);
  let said = '';
  hub.stdout.on('data', (chunk) => (said += String(chunk)));
  await expect.poll(() => said).toContain('"listening"');
  const { address } = JSON.parse(said.split('\n')[0] ?? '') as { address: string };
  const answer = await fetch(`${address}/staff`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  const ended = new Promise((resolve) => hub.once('exit', resolve));
  hub.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(said).toContain('"stopped"');
});

test('a hub that cannot start says why and what to do, and ends with 2', async () => {
  const hub = spawn(process.execPath, [
    join(import.meta.dirname, '../../../main/hub/index.ts'),
    '--lisen',
    'x',
  ]);
  let said = '';
  hub.stderr.on('data', (chunk) => (said += String(chunk)));
  expect(await new Promise((resolve) => hub.once('exit', resolve))).toBe(2);
  expect(said).toMatch(/The hub cannot start\..*--lisen/s);
});

test('a hub that finds no Redis says so, and ends, so that it is started again', async () => {
  const file = files(
    {
      service: 'https://api.example.com',
      listen: '127.0.0.1:0',
      redis: `redis://127.0.0.1:${await freePort()}`,
    },
    { apiKey: 'the-firms-key', redisPassword: 'its-password' },
  );
  const hub = spawn(process.execPath, [
    join(import.meta.dirname, '../../../main/hub/index.ts'),
    '--config',
    file,
  ]);
  onTestFinished(() => void hub.kill('SIGKILL'));
  let said = '';
  hub.stderr.on('data', (chunk) => (said += String(chunk)));
  expect(await new Promise((resolve) => hub.once('exit', resolve))).toBe(1);
  expect(said).toMatch(/The hub cannot start\. Redis cannot be used \(ECONNREFUSED\)\..*"redis"/s);
  expect(said).not.toContain('its-password');
}, 30_000);

import { expect, test } from 'vitest';
import { findPolicy, type PolicyPorts, registryText } from '../../../main/policy/place.ts';
import { noPolicy } from '../../../main/policy/policy.ts';

const ports = (platform: PolicyPorts['platform'], change: Partial<PolicyPorts>): PolicyPorts => ({
  platform,
  readText: () => Promise.reject(new Error('not here')),
  run: () => Promise.reject(new Error('not here')),
  ...change,
});
const missing = Object.assign(new Error('gone'), { code: 'ENOENT' });
const forbidden = Object.assign(new Error('no'), { code: 'EACCES' });

test('Linux: a file of the administrator; none means nothing is managed, one that cannot be read does not', async () => {
  const text = '\uFEFF{"updates": "off"}';
  expect(await findPolicy(ports('linux', { readText: async () => text }))).toMatchObject({ updates: 'off' });
  expect(await findPolicy(ports('linux', { readText: () => Promise.reject(missing) }))).toEqual(noPolicy);
  expect(await findPolicy(ports('linux', { readText: () => Promise.reject(forbidden) }))).toMatchObject({
    updates: 'off',
    connection: { ok: false },
  });
});

test('Windows: a value in the registry that only administrators can write', async () => {
  const asked: string[] = [];
  const output =
    '\r\nHKEY_LOCAL_MACHINE\\Software\\Policies\\Matterline\r\n    Policy    REG_SZ    {"updates": "off", "redirect": "loopback"}\r\n\r\n';
  const run = async (program: string, args: readonly string[]) => {
    asked.push([program, ...args].join(' '));
    return { status: 0, output };
  };
  expect(await findPolicy(ports('win32', { run }))).toMatchObject({ updates: 'off', redirect: 'loopback' });
  expect(asked).toEqual(['reg.exe query HKLM\\Software\\Policies\\Matterline /v Policy /reg:64']);
  expect(await findPolicy(ports('win32', { run: async () => ({ status: 1, output: '' }) }))).toEqual(
    noPolicy,
  );
  expect(registryText('    Policy    REG_DWORD    0x1')).toBe(null);
});

test('macOS: the managed preferences, where no person can write', async () => {
  const run = async (program: string, args: readonly string[]) =>
    program === '/usr/bin/plutil' && args.at(-1)?.startsWith('/Library/Managed Preferences/')
      ? { status: 0, output: '{"updates": "off"}\n' }
      : { status: 1, output: '' };
  expect(await findPolicy(ports('darwin', { run }))).toMatchObject({ updates: 'off' });
  expect(await findPolicy(ports('darwin', { run: async () => ({ status: 1, output: '' }) }))).toEqual(
    noPolicy,
  );
});

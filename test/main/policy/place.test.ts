import { expect, test } from 'vitest';
import { findPolicy, type PolicyPorts, registryText } from '../../../main/policy/place.ts';
import { noPolicy } from '../../../main/policy/policy.ts';
import { systemPolicyPorts } from '../../../main/policy/system.ts';

const ports = (platform: PolicyPorts['platform'], change: Partial<PolicyPorts>): PolicyPorts => ({
  platform,
  readText: () => Promise.reject(new Error('not here')),
  run: () => Promise.reject(new Error('not here')),
  ...change,
});
const missing = Object.assign(new Error('gone'), { code: 'ENOENT' });
const forbidden = Object.assign(new Error('no'), { code: 'EACCES' });
/** Everything is managed, as strictly as it can. */
const strict = { updates: 'off', connection: { ok: false }, requestLimit: { perSecond: 1, burst: 1 } };

test('Linux: a file of the administrator; none means nothing is managed, one that cannot be read does not', async () => {
  const text = '\uFEFF{"updates": "off"}';
  expect(await findPolicy(ports('linux', { readText: async () => text }))).toMatchObject({ updates: 'off' });
  expect(await findPolicy(ports('linux', { readText: () => Promise.reject(missing) }))).toEqual(noPolicy);
  expect(await findPolicy(ports('linux', { readText: () => Promise.reject(forbidden) }))).toMatchObject({
    updates: 'off',
    connection: { ok: false },
  });
  expect(await findPolicy(ports('linux', { readText: async () => '{"updates":' }))).toMatchObject(strict);
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
  const nothing = async (_program: string, args: readonly string[]) => ({
    status: args[1] === 'HKLM\\Software\\Policies' ? 0 : 1,
    output: '',
  });
  expect(await findPolicy(ports('win32', { run: nothing }))).toEqual(noPolicy);
});

test('Windows: a registry that nobody may ask, a value that is no text, and spoilt letters decide everything', async () => {
  const blocked = async () => ({ status: 1, output: '' });
  expect(await findPolicy(ports('win32', { run: blocked }))).toMatchObject(strict);
  for (const value of [
    'REG_DWORD    0x1',
    'REG_SZ    {"rootFolder":"C:\\\\Pr\uFFFDfung"}',
    'REG_SZ    {"upd',
  ]) {
    const run = async () => ({ status: 0, output: `    Policy    ${value}` });
    expect(await findPolicy(ports('win32', { run }))).toMatchObject(strict);
  }
  expect(registryText('    Policy    REG_DWORD    0x1')).toBe(null);
});

test('Windows: a registry that does not answer in time, once or at all, decides everything', async () => {
  const answers = { status: 0, output: '' };
  for (const late of [0, 1]) {
    let asked = 0;
    const run = async () => {
      const isLate = asked === late;
      asked += 1;
      return isLate ? { status: null, output: '' } : asked === 1 ? { status: 1, output: '' } : answers;
    };
    expect(await findPolicy(ports('win32', { run }))).toMatchObject(strict);
  }
});

test('Windows: a key of ours that nobody may ask decides everything, one without our value nothing', async () => {
  const output = 'HKEY_LOCAL_MACHINE\\Software\\Policies\\Matterline\r\n';
  const run = (ours: number) => async (_program: string, args: readonly string[]) => {
    if (args.includes('/v')) return { status: 1, output: '' };
    return args[1]?.endsWith('Matterline') ? { status: ours, output: '' } : { status: 0, output };
  };
  expect(await findPolicy(ports('win32', { run: run(1) }))).toMatchObject(strict);
  expect(await findPolicy(ports('win32', { run: run(0) }))).toEqual(noPolicy);
});

test.skipIf(process.platform === 'win32')(
  'a program of the system that cannot be started has no exit code',
  async () => {
    const { run } = systemPolicyPorts('linux');
    expect(await run('/nowhere/plutil', [])).toMatchObject({ status: null });
    expect(await run('/bin/sh', ['-c', 'exit 3'])).toMatchObject({ status: 3 });
    expect(await run('/bin/sh', ['-c', 'kill -9 $$'])).toMatchObject({ status: null });
  },
);

test('macOS: preferences that are not read in time decide everything', async () => {
  for (const late of ['raw', '-lint', 'xml1']) {
    const run = async (_program: string, args: readonly string[]) =>
      args.includes(late)
        ? { status: null, output: '' }
        : { status: args.includes('-lint') ? 0 : 1, output: '' };
    expect(await findPolicy(ports('darwin', { run, readText: async () => 'bplist00' }))).toMatchObject(
      strict,
    );
  }
});

test('macOS: the managed preferences, where no person can write', async () => {
  const run = async (program: string, args: readonly string[]) =>
    program === '/usr/bin/plutil' && args.at(-1)?.startsWith('/Library/Managed Preferences/')
      ? { status: 0, output: '{"updates": "off"}\n' }
      : { status: 1, output: '' };
  const readText = async () => 'bplist00';
  expect(await findPolicy(ports('darwin', { run, readText }))).toMatchObject({ updates: 'off' });
  expect(await findPolicy(ports('darwin', { run, readText: () => Promise.reject(missing) }))).toEqual(
    noPolicy,
  );
});

test.each([
  ['preferences without ours', { lint: 0, extract: 1 }, noPolicy],
  ['ours, but not as text', { lint: 0, extract: 0 }, strict],
  ['a damaged file', { lint: 1, extract: 1 }, strict],
])('macOS: %s', async (_what, { lint, extract }, expected) => {
  const run = async (_program: string, args: readonly string[]) => {
    const status = args.includes('raw') ? 1 : args.includes('-lint') ? lint : extract;
    return { status, output: '' };
  };
  expect(await findPolicy(ports('darwin', { run, readText: async () => 'bplist00' }))).toMatchObject(
    expected,
  );
});

test('macOS: preferences that nobody may read decide everything', async () => {
  const run = async () => ({ status: 1, output: '' });
  const readText = () => Promise.reject(forbidden);
  expect(await findPolicy(ports('darwin', { run, readText }))).toMatchObject(strict);
});

import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type DiagnosisPorts, diagnose } from '../../../main/diagnosis/diagnose.ts';
import { diagnosisText } from '../../../main/diagnosis/export.ts';
import { systemLooks } from '../../../main/diagnosis/system-looks.ts';
import { systemClock } from '../../../shared/base/clock.ts';
import { type DiagnosisStep, type EngineStatus, statusBefore } from '../../../shared/model/index.ts';
import { startPracticeService } from '../../service/index.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { collect } from '../engine/service/tiny-service.ts';
import { wellComputer } from './well-computer.ts';

const connection = {
  baseUrl: 'https://api.example.com/secret-path',
  authUrl: 'https://auth.example.com/secret-path',
};
const clock = new FakeClock();
const well: DiagnosisPorts = {
  ...wellComputer,
  clock,
  fetch: async () =>
    new Response(null, { status: 404, headers: { date: new Date(clock.now()).toUTCString() } }),
  resolveProxy: async () => 'DIRECT',
  status: async () => ({ ...statusBefore, service: 'online' }),
  storage: async () => 'https://storage.example.com',
};
const saying = (change: Partial<EngineStatus>): Partial<DiagnosisPorts> => ({
  status: async () => ({ ...statusBefore, service: 'online', ...change }),
});
const found = (change: Partial<DiagnosisPorts> = {}) => collect(diagnose(connection, { ...well, ...change }));
const rejecting = (code: string) => () => Promise.reject(new TypeError('failed', { cause: new Error(code) }));

test('on a computer where all is well, everything is looked at and is well', async () => {
  const steps = await found();
  expect(steps).toHaveLength(10);
  expect(steps.filter(({ result, adviceForIt }) => result !== 'ok' || adviceForIt !== null)).toEqual([]);
});

test.each<[string, Partial<DiagnosisPorts>, DiagnosisStep['step'], DiagnosisStep['result'], RegExp]>([
  ['SOCKS', { resolveProxy: async () => 'SOCKS5 a:1' }, 'proxy', 'fail', /kind of proxy/],
  ['no name', { lookup: () => Promise.reject(new Error('no')) }, 'names', 'fail', /does not know the names/],
  [
    'a stranger’s certificate',
    { fetch: rejecting('net::ERR_CERT_AUTHORITY_INVALID') },
    'service',
    'fail',
    /certificate/,
  ],
  [
    'a proxy that asks',
    { fetch: rejecting('net::ERR_PROXY_AUTH_UNSUPPORTED') },
    'service',
    'fail',
    /name and password/,
  ],
  [
    'a closed proxy',
    { fetch: rejecting('net::ERR_TUNNEL_CONNECTION_FAILED') },
    'service',
    'fail',
    /let Matterline through/,
  ],
  [
    'no network',
    { fetch: rejecting('net::ERR_INTERNET_DISCONNECTED') },
    'sign-in-server',
    'fail',
    /not connected/,
  ],
  [
    'a wrong clock',
    { clock: { ...systemClock, now: () => clock.now() + 3_600_000 } },
    'clock',
    'fail',
    /60 minutes ahead/,
  ],
  ['no engine', { status: async () => null }, 'account', 'fail', /not running/],
  [
    'offline',
    { status: async () => ({ ...statusBefore, service: 'offline', why: 'No.' }) },
    'account',
    'fail',
    /No\./,
  ],
  ['filing paused', saying({ paused: true }), 'account', 'warn', /paused/],
  ['filing held', saying({ held: 'battery' }), 'account', 'warn', /plugged in/],
  ['problems that wait', saying({ problems: 2 }), 'account', 'warn', /2 problems/],
  [
    'what is kept and not open',
    saying({ blockedBy: { code: 'not-permitted', what: 'Not open', why: 'Damaged.', next: 'Wait.' } }),
    'account',
    'fail',
    /Damaged/,
  ],
  ['little space', { freeBytes: async () => 1e9 }, 'disk-space', 'warn', /1000 MB/],
  ['no space', { freeBytes: async () => 1e8 }, 'disk-space', 'fail', /100 MB/],
  [
    'storage that is shut off',
    {
      fetch: (address, init) =>
        address.includes('storage') ? rejecting('net::ERR_CONNECTION_REFUSED')() : well.fetch(address, init),
    },
    'storage',
    'fail',
    /storage for documents does not take connections/,
  ],
  ['a slow disk', { diskSpeed: async () => 1e6 }, 'disk-speed', 'warn', /1\.0 MB/],
  ['deaf watching', { watching: async () => false }, 'folder-watching', 'fail', /does not tell/],
  [
    'a look that fails',
    { watching: () => Promise.reject(new Error('x')) },
    'folder-watching',
    'fail',
    /could not/,
  ],
])(
  '%s is found, and said for the person and for IT, and the other looks go on',
  async (_name, change, step, result, words) => {
    const steps = await found(change);
    expect(steps).toHaveLength(10);
    const finding = steps.find((one) => one.step === step);
    expect(finding).toMatchObject({ result, words: expect.stringMatching(words) });
    expect(finding?.adviceForIt).toBeTruthy();
    expect(JSON.stringify(steps)).not.toContain('secret-path');
  },
);

test('what hangs, the program’s own part as well, is found after five seconds, and the other looks go on', async () => {
  const never = () => new Promise<never>(() => {});
  const time = new FakeClock();
  const ports = { ...well, clock: time, status: never, storage: never, freeBytes: never };
  const looking = collect(diagnose(connection, ports));
  let steps: DiagnosisStep[] | null = null;
  void looking.then((all) => (steps = all));
  for (let second = 0; second < 20; second += 1) await time.advance(1_000);
  expect(steps).not.toBeNull();
  const wrong = (await looking).filter(({ result }) => result !== 'ok');
  expect(wrong.map(({ step, result }) => [step, result])).toEqual([
    ['account', 'fail'],
    ['disk-space', 'fail'],
  ]);
  expect(wrong[0]?.adviceForIt).toContain('no answer in time');
});

test('behind a proxy, names are its business', async () => {
  const steps = await found({ resolveProxy: async () => 'PROXY p:8080', lookup: () => expect.unreachable() });
  expect(steps.find(({ step }) => step === 'proxy')?.words).toContain('http://p:8080');
});

test('storage to which nothing was sent yet is not looked at, and not called well', async () => {
  const steps = await found({ storage: async () => null });
  expect(steps.map(({ step }) => step)).not.toContain('storage');
});

test('without a connection only the computer is looked at', async () => {
  const steps = await collect(diagnose(null, well));
  expect(steps.map(({ step }) => step)).toEqual(['account', 'disk-space', 'disk-speed', 'folder-watching']);
});

test('the practice service and this computer are found well, and nothing is left behind', async () => {
  const service = await startPracticeService({ directory: mkdtempSync(path.join(tmpdir(), 'matterline-')) });
  const folder = mkdtempSync(path.join(tmpdir(), 'matterline-'));
  const storage = async () => null;
  const ports = {
    ...well,
    storage,
    clock: systemClock,
    fetch,
    ...systemLooks(folder),
    freeBytes: well.freeBytes,
  };
  const { baseUrl, authUrl } = service;
  const steps = await collect(diagnose({ baseUrl, authUrl }, { ...ports, diskSpeed: well.diskSpeed }));
  await service.stop();
  expect(steps.filter(({ result }) => result !== 'ok')).toEqual([]);
  expect(await systemLooks(folder).diskSpeed()).toBeGreaterThan(0);
  expect(await systemLooks(folder).freeBytes()).toBeGreaterThan(0);
  expect(readdirSync(folder)).toEqual([]);
});

test('the text to send says what was found, who decided what, and how the log ends', async () => {
  const text = diagnosisText({
    version: '1.2.3',
    system: 'linux',
    at: 0,
    managed: ['updates'],
    steps: await found({ watching: async () => false }),
    log: Array.from({ length: 3_000 }, (_none, line) => `line ${line}`).join('\n'),
  });
  expect(text).toMatch(/^Matterline 1\.2\.3 on linux\nMade 1970/);
  expect(text).toContain('FAIL folder-watching: ');
  expect(text).toContain('administrator: updates');
  expect(text).toContain('line 2000\n');
  expect(text).not.toContain('line 1999\n');
});

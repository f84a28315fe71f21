import { expect, test } from 'vitest';
import { type MeteredPorts, metered } from '../../../main/network/metered.ts';
import { MeteredHold } from '../../../main/network/metered-hold.ts';
import { batteryHold, heldBy } from '../../../main/power/hold.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const told = (platform: MeteredPorts['platform'], output: string, status = 0) =>
  metered({ platform, run: async () => ({ status, output }) });

test('Linux: NetworkManager says it, or guesses well; without it, or without a network, nobody tells', async () => {
  const asked: string[] = [];
  const run: MeteredPorts['run'] = async (program, args) => {
    asked.push([program, ...args].join(' '));
    return { status: 0, output: 'u 1\n' };
  };
  expect(await metered({ platform: 'linux', run })).toBe(true);
  expect(asked).toEqual([
    '/usr/bin/busctl --system get-property org.freedesktop.NetworkManager /org/freedesktop/NetworkManager org.freedesktop.NetworkManager Metered',
  ]);
  const answers = ['u 0\n', 'u 2\n', 'u 3\n', 'u 4\n', 'u 11\n', ''];
  expect(await Promise.all(answers.map((output) => told('linux', output)))).toEqual([
    null,
    false,
    true,
    false,
    null,
    null,
  ]);
  expect(await told('linux', 'u 1\n', 1)).toBe(null);
  expect(await metered({ platform: 'linux', run: () => Promise.reject(new Error('gone')) })).toBe(null);
});

test('Windows: fixed and variable costs are charged, unrestricted is not, and a forbidden script host tells nothing', async () => {
  const asked: string[] = [];
  const run: MeteredPorts['run'] = async (program, args) => {
    asked.push(program, ...args.slice(0, 3));
    return { status: 0, output: 'Variable\r\n' };
  };
  expect(await metered({ platform: 'win32', run })).toBe(true);
  expect(asked).toEqual([
    'WindowsPowerShell\\v1.0\\powershell.exe',
    '-NoProfile',
    '-NonInteractive',
    '-Command',
  ]);
  expect(await told('win32', 'Fixed\r\n')).toBe(true);
  expect(await told('win32', 'Unrestricted\r\n')).toBe(false);
  expect(await told('win32', 'Unknown\r\n')).toBe(null);
  expect(await told('win32', 'Fixed\r\n', 1)).toBe(null);
  expect(await told('win32', 'toString')).toBe(null);
});

test('macOS does not tell, and nothing is run there', async () => {
  const run = () => expect.unreachable();
  expect(await metered({ platform: 'darwin', run })).toBe(null);
});

/** A computer whose network may change, and how often it was asked. */
function traveller() {
  const clock = new FakeClock();
  const here = { answer: true as boolean | null, asked: 0, wanted: true };
  const hold = new MeteredHold({
    clock,
    metered: async () => {
      here.asked += 1;
      return here.answer;
    },
    wanted: () => here.wanted,
  });
  return { clock, here, hold };
}
const aMinute = 60_000;

test('filing waits on a charged network for whoever wants it, and goes on within a minute of leaving it', async () => {
  const { clock, here, hold } = traveller();
  await clock.advance(0);
  expect(hold.hold.held.value).toBe(true);
  here.answer = false;
  await clock.advance(aMinute);
  expect(hold.hold.held.value).toBe(false);
  here.answer = true;
  hold.look();
  await clock.advance(0);
  expect(hold.hold.held.value).toBe(true);
});

test('the computer is asked once a minute, and not at all by whoever does not want filing to wait', async () => {
  const { clock, here, hold } = traveller();
  hold.look();
  await clock.advance(2 * aMinute);
  expect(here.asked).toBe(3);
  hold.follow();
  await clock.advance(0);
  expect(here.asked).toBe(3);
  here.wanted = false;
  hold.follow();
  expect(hold.hold.held.value).toBe(false);
  await clock.advance(5 * aMinute);
  expect(here.asked).toBe(3);
  here.wanted = true;
  hold.follow();
  await clock.advance(0);
  expect(hold.hold.held.value).toBe(true);
});

test('where the computer does not tell, filing goes on, and says so to who asks', async () => {
  const { clock, here, hold } = traveller();
  here.answer = null;
  await clock.advance(aMinute);
  expect(hold.hold.held.value).toBe(false);
  expect(await hold.ask()).toBe(null);
});

test('filing anyway lasts until the network was another one; not being told for a while does not end it', async () => {
  const { clock, here, hold } = traveller();
  await clock.advance(0);
  hold.hold.fileAnyway();
  for (const answer of [null, true]) {
    here.answer = answer;
    await clock.advance(aMinute);
    expect(hold.hold.held.value).toBe(false);
  }
  for (const answer of [false, true]) {
    here.answer = answer;
    await clock.advance(aMinute);
  }
  expect(hold.hold.held.value).toBe(true);
});

test('battery is named first, and filing on battery does not file on a charged network', async () => {
  const { clock, hold } = traveller();
  await clock.advance(0);
  const battery = batteryHold({ onBatteryPower: true, on: () => {} }, () => true);
  const holds = { battery, metered: hold.hold };
  expect(heldBy(holds)).toBe('battery');
  battery.fileAnyway();
  expect(heldBy(holds)).toBe('metered');
  hold.hold.fileAnyway();
  expect(heldBy(holds)).toBe(null);
});

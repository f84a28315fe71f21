import { EventEmitter } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { batteryHold } from '../../main/power/hold.ts';
import { desktopEntry } from '../../main/window/desktop-entry.ts';
import { byAutostartFile } from '../../main/window/start-at-login.ts';

/** A computer that can be plugged in and out. */
function laptop(onBatteryPower = false) {
  const power = Object.assign(new EventEmitter(), { onBatteryPower });
  return {
    power,
    unplug() {
      power.onBatteryPower = true;
      power.emit('on-battery');
    },
    plugIn() {
      power.onBatteryPower = false;
      power.emit('on-ac');
    },
  };
}

test('filing waits on battery only for whoever wants it, and goes on once the computer is plugged in', () => {
  const { power, unplug, plugIn } = laptop();
  let wanted = false;
  const hold = batteryHold(power, () => wanted);
  unplug();
  expect(hold.held.value).toBe(false);
  wanted = true;
  hold.look();
  expect(hold.held.value).toBe(true);
  plugIn();
  expect(hold.held.value).toBe(false);
});

test('a program that starts on battery waits at once', () => {
  expect(batteryHold(laptop(true).power, () => true).held.value).toBe(true);
});

test('filing on battery after all lasts until the computer was plugged in', () => {
  const { power, unplug, plugIn } = laptop(true);
  const hold = batteryHold(power, () => true);
  hold.fileAnyway();
  unplug();
  expect(hold.held.value).toBe(false);
  plugIn();
  unplug();
  expect(hold.held.value).toBe(true);
});

test('starting with the session is a file in the autostart folder, which a desktop may switch off', async () => {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'matterline-')), 'config', 'autostart');
  const start = byAutostartFile(folder, ['/opt/Matterline/matterline']);
  expect(await start.isOn()).toBe(false);
  expect(await start.set(true)).toEqual({ ok: true, value: undefined });
  expect(await start.isOn()).toBe(true);
  const file = path.join(folder, 'com.matterline.desktop.desktop');
  expect(await readFile(file, 'utf8')).toContain('Exec="/opt/Matterline/matterline" "--background"\n');
  await writeFile(file, `${await readFile(file, 'utf8')}Hidden=true\n`);
  expect(await start.isOn()).toBe(false);
  await start.set(false);
  expect(await start.set(false)).toEqual({ ok: true, value: undefined });
  expect(await start.isOn()).toBe(false);
});

test('a folder that cannot be written is said in words', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'matterline-')), 'a file');
  await writeFile(file, '');
  const refused = await byAutostartFile(path.join(file, 'autostart'), ['x']).set(true);
  expect(refused).toMatchObject({ ok: false, error: { code: 'folder-not-writable' } });
});

test('a path with quotes, blanks and signs stays one word of the command', () => {
  const entry = desktopEntry(['/home/a b/"$x`\\100%/matterline\nExec=evil']);
  expect(entry.split('\n').filter((line) => line.startsWith('Exec='))).toHaveLength(1);
  expect(entry).toContain('Exec="/home/a b/\\\\"\\\\$x\\\\`\\\\\\\\100%%/matterline\\nExec=evil"');
});

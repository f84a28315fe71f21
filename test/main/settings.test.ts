import { expect, test } from 'vitest';
import { SettingsStore } from '../../main/settings.ts';

test('a preference that this version does not know takes none of the others with it', () => {
  const kept = {
    theme: 'sepia',
    show: 'mine',
    pinned: 'all of them',
    lockAfterMinutes: 5,
    removeOnSignOut: true,
    sendLimit: 'as the moon wants it',
    place: '#/problems',
  };
  const settings = new SettingsStore({ get: () => kept, set: () => {} }, () => {});
  expect(settings.get('preferences')).toEqual({
    theme: 'system',
    notifications: true,
    pinned: [],
    recent: [],
    show: 'mine',
    place: '#/problems',
    formats: null,
    pauseOnBattery: false,
    lockAfterMinutes: 5,
    removeOnSignOut: true,
  });
});

test('what a full disk does not take of the settings holds until the program ends, and is written once there is room', () => {
  const file = new Map<string, unknown>();
  const said: string[] = [];
  let full = true;
  const settings = new SettingsStore(
    {
      get: (name) => file.get(name),
      set(name, value) {
        if (full) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
        file.set(name, value);
      },
    },
    (message) => said.push(message),
  );
  settings.set('locked', true);
  expect(settings.get('locked')).toBe(true);
  expect(settings.prefer({ theme: 'dark' })).toMatchObject({ theme: 'dark' });
  expect(file.size).toBe(0);
  expect(said[0]).toContain('ENOSPC');
  full = false;
  settings.set('rootFolder', '/matters');
  expect(file.get('locked')).toBe(true);
  expect(file.get('preferences')).toMatchObject({ theme: 'dark' });
  expect(file.get('rootFolder')).toBe('/matters');
});

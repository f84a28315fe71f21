import { expect, test } from 'vitest';
import { type Copy, whyNoUpdates } from '../../../main/updates/possible.ts';

const copy: Copy = {
  platform: 'win32',
  isRelease: true,
  managed: null,
  feedFile:
    'provider: generic\nurl: https://updates.example.com/matterline\npublisherName:\n  - Matterline Ltd\n',
  executable: 'C:\\Users\\dana\\AppData\\Local\\Programs\\matterline\\Matterline.exe',
  localPrograms: 'C:\\Users\\dana\\AppData\\Local',
};

test.each<[string, Partial<Copy>, ReturnType<typeof whyNoUpdates>]>([
  ['a signed copy of one person on Windows updates itself', {}, null],
  ['so does one on macOS', { platform: 'darwin', executable: '/Applications/Matterline.app' }, null],
  ['an administrator’s no wins over everything', { managed: 'off' }, 'managed'],
  ['a yes makes nothing possible that is not', { managed: 'on', feedFile: null }, 'system'],
  [
    'what was installed for the whole computer is not replaced',
    { executable: 'C:\\Program Files\\Matterline\\Matterline.exe' },
    'system',
  ],
  ['on Linux nothing tells who made the next version', { platform: 'linux' }, 'system'],
  ['a package that names no place has none', { feedFile: null }, 'system'],
  [
    'a place without TLS is none',
    { feedFile: 'url: http://updates.example.com\npublisherName: M\n' },
    'system',
  ],
  [
    'without the name of its maker no signature would say anything',
    { feedFile: 'url: https://u.example.com\n' },
    'unsigned',
  ],
  ['an empty name is none', { feedFile: 'url: https://u.example.com\npublisherName:\n' }, 'unsigned'],
  ['a program run from its source stays what it is', { isRelease: false }, 'source'],
])('%s', (_what, change, why) => {
  expect(whyNoUpdates({ ...copy, ...change })).toBe(why);
});

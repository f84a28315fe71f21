import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { takeLinksOfAppImage } from '../../../main/sign-in/app-image-links.ts';

test('the browser finds its way back to an AppImage, which nobody installed', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'matterline-'));
  const ran: (readonly string[])[] = [];
  const run = async (program: string, words: readonly string[]) => void ran.push([program, ...words]);
  const environment = { APPIMAGE: '/home/dana/My apps/Matterline 100%.AppImage' };
  expect(await takeLinksOfAppImage({ environment, home, run })).toBe(true);
  const folder = path.join(home, '.local', 'share', 'applications');
  const [entry] = await readdir(folder);
  const lines = (await readFile(path.join(folder, `${entry}`), 'utf8')).split('\n');
  expect(lines).toContain('Exec="/home/dana/My apps/Matterline 100%%.AppImage" %u');
  expect(lines).toContain('MimeType=x-scheme-handler/com.matterline.desktop;');
  expect(ran).toEqual([['xdg-mime', 'default', entry, 'x-scheme-handler/com.matterline.desktop']]);
});

test('what is installed leaves links to its installer, and a desktop that takes nothing stops nobody', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'matterline-'));
  const run = () => Promise.reject(new Error('no such program'));
  expect(await takeLinksOfAppImage({ environment: {}, home, run })).toBe(false);
  expect(await readdir(home)).toEqual([]);
  const environment = { APPIMAGE: '/opt/Matterline.AppImage' };
  expect(await takeLinksOfAppImage({ environment, home, run })).toBe(false);
});

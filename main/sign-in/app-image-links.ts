import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { desktopEntry } from '../window/desktop-entry.ts';
import { callbackScheme } from './deep-link.ts';

interface Ports {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Rejects where the desktop does not have the program, or does not take what it is told. */
  readonly run?: (program: string, words: readonly string[]) => Promise<unknown>;
}

const entryName = 'com.matterline.desktop.links.desktop';

/**
 * Has the desktop open links of a sign-in with this AppImage, which nothing installed: an entry of its own among the person's
 * (Desktop Entry Specification), made anew at each start, since the file may have been moved. False where the desktop did not take it.
 */
export async function takeLinksOfAppImage({ environment, home, run = runIt }: Ports): Promise<boolean> {
  const { APPIMAGE, XDG_DATA_HOME } = environment;
  if (APPIMAGE === undefined) return false;
  const folder = path.join(XDG_DATA_HOME || path.join(home, '.local', 'share'), 'applications');
  const further = ['NoDisplay=true', `MimeType=x-scheme-handler/${callbackScheme};`];
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, entryName), desktopEntry([APPIMAGE], { takesLinks: true, further }));
    await run('xdg-mime', ['default', entryName, `x-scheme-handler/${callbackScheme}`]);
    return true;
  } catch {
    return false;
  }
}

const runIt = (program: string, words: readonly string[]): Promise<unknown> =>
  promisify(execFile)(program, words, { timeout: 10_000 });

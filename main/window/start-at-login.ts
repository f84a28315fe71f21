import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../shared/base/result.ts';
import type { Refusal } from '../../shared/model/index.ts';
import { desktopEntry } from './desktop-entry.ts';

/** Given to a program that starts with the person's session: it shows no window then. */
export const inBackground = '--background';

export interface StartAtLogin {
  isOn(): Promise<boolean>;
  set(on: boolean): Promise<Result<void, Refusal>>;
}

/** What is used of Electron's `app`, where the system keeps such programs itself (Windows and macOS). */
interface LoginItems {
  readonly isPackaged: boolean;
  getAppPath(): string;
  getPath(name: 'home'): string;
  getLoginItemSettings(options: { args: string[] }): { openAtLogin: boolean };
  setLoginItemSettings(settings: { openAtLogin: boolean; args: string[] }): void;
}

export function startAtLoginOf(
  app: LoginItems,
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): StartAtLogin {
  if (platform !== 'linux') return byLoginItems(app);
  const { APPIMAGE, XDG_CONFIG_HOME } = environment;
  const folder = path.join(XDG_CONFIG_HOME ?? path.join(app.getPath('home'), '.config'), 'autostart');
  // What runs from its source is given its folder.
  const command = app.isPackaged ? [APPIMAGE ?? process.execPath] : [process.execPath, app.getAppPath()];
  return byAutostartFile(folder, command);
}

const byLoginItems = (app: LoginItems): StartAtLogin => ({
  isOn: async () => app.getLoginItemSettings({ args: [inBackground] }).openAtLogin,
  async set(on) {
    app.setLoginItemSettings({ openAtLogin: on, args: [inBackground] });
    return ok(undefined);
  },
});

/** Linux: a file in the person's autostart folder (Desktop Application Autostart Specification). */
export function byAutostartFile(folder: string, command: readonly string[]): StartAtLogin {
  const file = path.join(folder, 'com.matterline.desktop.desktop');
  return {
    async isOn() {
      const text = await readFile(file, 'utf8').catch(() => null);
      // Desktops switch an entry off by a line in it.
      return text !== null && !/^(Hidden=true|X-GNOME-Autostart-enabled=false)$/m.test(text);
    },
    async set(on) {
      try {
        if (!on) await rm(file, { force: true });
        else {
          await mkdir(folder, { recursive: true });
          await writeFile(file, desktopEntry([...command, inBackground]));
        }
        return ok(undefined);
      } catch {
        return err(notWritten);
      }
    },
  };
}

const notWritten: Refusal = {
  code: 'folder-not-writable',
  what: 'This could not be changed.',
  why: 'The folder for programs that start with your session cannot be written.',
  next: 'Ask the person who looks after your computers.',
};

import type { AppUpdater } from 'electron-updater';
import { err, ok } from '../../shared/base/result.ts';
import type { UpdateFeed } from './updates.ts';

/** A plain https folder with a `latest.yml`, as electron-updater reads it: staged roll-out, checksum and signature are its work. */
export function updaterFeed(updater: AppUpdater, log: (message: string) => void): UpdateFeed {
  // Each step is ours to decide, and none happens by itself.
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  updater.disableWebInstaller = true;
  updater.logger = null;
  // Failures come back with the calls too.
  updater.on('error', () => {});
  const attempt = async <Value>(what: string, work: () => Promise<Value>) => {
    try {
      return ok(await work());
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
      log(`${what} (${code}).`);
      return err(reasonOf(code));
    }
  };
  return {
    newer: () =>
      attempt('Checking for updates failed', async () => {
        const found = await updater.checkForUpdates();
        return found?.isUpdateAvailable === true ? found.updateInfo.version : null;
      }),
    fetch: () => attempt('The update was rejected', async () => void (await updater.downloadUpdate())),
  };
}

/** Installs what was fetched, which ends the program. What fails of it is told, and only said by the updater as it goes. */
export function installerOf(updater: AppUpdater, log: (message: string) => void) {
  return (startAgain: boolean, failed: (why: string) => void): void => {
    const fail = (error: unknown): void => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
      log(`The installer could not be run (${code}).`);
      failed('The installer could not be run.');
    };
    updater.once('error', fail);
    try {
      updater.quitAndInstall(true, startAgain);
    } catch (error) {
      fail(error);
    }
  };
}

function reasonOf(code: string): string {
  if (code === 'ERR_UPDATER_INVALID_SIGNATURE') return 'The update is not signed by its publisher.';
  if (code === 'ERR_CHECKSUM_MISMATCH') return 'What was fetched is not what was announced.';
  return 'The update server gave an unexpected answer.';
}

import type { AppUpdater } from 'electron-updater';
import { err, ok } from '../../shared/result.ts';
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
      attempt('Looking for a newer version failed', async () => {
        const found = await updater.checkForUpdates();
        return found?.isUpdateAvailable === true ? found.updateInfo.version : null;
      }),
    fetch: () => attempt('A newer version was not taken', async () => void (await updater.downloadUpdate())),
  };
}

function reasonOf(code: string): string {
  if (code === 'ERR_UPDATER_INVALID_SIGNATURE') return 'The newer version is not signed by its maker.';
  if (code === 'ERR_CHECKSUM_MISMATCH') return 'What was fetched is not what was announced.';
  return 'The place for newer versions did not answer as it should.';
}

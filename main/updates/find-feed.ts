import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AppUpdater } from 'electron-updater';
import { type Copy, whyNoUpdates } from './possible.ts';
import { installerOf, updaterFeed } from './updater-feed.ts';
import type { UpdateFeed, Updates } from './updates.ts';

interface Found {
  readonly feed: UpdateFeed | Extract<Updates['state']['value'], { state: 'off' }>['why'];
  /** Installs what was fetched and ends the program; null where nothing can be. */
  readonly install: ReturnType<typeof installerOf> | null;
}

/** Where this copy of the program gets newer versions from, or why from nowhere. */
export async function findFeed(
  copy: Omit<Copy, 'feedFile'>,
  resources: string,
  log: (message: string) => void,
): Promise<Found> {
  const feedFile = await readFile(path.join(resources, 'app-update.yml'), 'utf8').catch(() => null);
  const why = whyNoUpdates({ ...copy, feedFile });
  if (why !== null) return { feed: why, install: null };
  // Loaded only where it is used.
  const { MacUpdater, NsisUpdater } = await import('electron-updater');
  const updater: AppUpdater = copy.platform === 'darwin' ? new MacUpdater() : new NsisUpdater();
  return {
    feed: updaterFeed(updater, log),
    install: installerOf(updater, log),
  };
}

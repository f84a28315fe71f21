import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AfterPackContext } from 'electron-builder';

/** Takes out what electron-builder leaves behind when it is given an Electron instead of fetching one. */
export default async function afterPack({ appOutDir, packager }: AfterPackContext): Promise<void> {
  await rm(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true });
}

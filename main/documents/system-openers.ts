import { clipboard, shell } from 'electron';
import type { Clock } from '../../shared/base/clock.ts';
import { isWebPage } from '../../shared/model/address.ts';
import type { World } from '../compose.ts';
import { readContents } from '../preview/contents.ts';
import { Answering } from './answering.ts';
import { openDocument, openFolder } from './open.ts';
import { openWith } from './open-with.ts';
import { startProgram } from './start-program.ts';

/** Opens with the system's programs what the person asks for. */
export function systemOpeners(
  platform: 'win32' | 'darwin' | 'linux',
  clock: Clock,
  chooseProgram: (platform: 'win32' | 'darwin' | 'linux') => Promise<string | null>,
) {
  const answering = new Answering(clock);
  const openPath = (found: string) => shell.openPath(found);
  const systemRoot = process.env['SystemRoot'] ?? 'C:\\Windows';
  const programs = { start: startProgram, systemRoot, chooseProgram: () => chooseProgram(platform) };
  return {
    openBrowser: async (address) => {
      if (!isWebPage(address)) throw new Error('not a web page');
      await shell.openExternal(address);
    },
    openDocument: (file: string, origin: 'own' | 'fetched' = 'own', anyway = true) =>
      openDocument(file, platform, openPath, answering, origin, anyway),
    readContents: (at) => readContents(at, answering),
    openWith: (file) => openWith(file, platform, programs, answering),
    openFolder: (folder) => openFolder(folder, openPath, answering),
    showInFolder: (file) => shell.showItemInFolder(file),
    toWastebasket: (file) => shell.trashItem(file),
    copyText: (text) => clipboard.writeText(text),
  } satisfies Partial<World>;
}

import path from 'node:path';
import { app, dialog, type OpenDialogOptions } from 'electron';
import type { World } from '../compose.ts';
import type { MainWindow } from './main-window.ts';

/** What the person chooses in the system's own dialogs, over the window if there is one; null when they cancel. */
export function choosersOver(mainWindow: Pick<MainWindow, 'window'>) {
  const chooseOne = async (options: OpenDialogOptions): Promise<string | null> => {
    const { window } = mainWindow;
    const chosen = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
    return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
  };
  return {
    /** @param platform decides where programs are */
    chooseProgram: (platform: 'win32' | 'darwin' | 'linux') =>
      chooseOne({
        title: 'Open with',
        buttonLabel: 'Open',
        defaultPath: platform === 'darwin' ? '/Applications' : '/usr/bin',
        properties: ['openFile'],
      }),
    chooseFolder: (purpose) =>
      chooseOne({
        title: purpose === 'matter-folder' ? 'Folder for this matter' : 'Root folder for matter folders',
        properties: ['openDirectory', 'createDirectory'],
      }),
    chooseConnectionFile: () =>
      chooseOne({
        title: 'Connection file of your firm',
        buttonLabel: 'Import',
        filters: [
          { name: 'Connection files', extensions: ['json'] },
          { name: 'All files', extensions: ['*'] },
        ],
        properties: ['openFile'],
      }),
    chooseExportFile: async (name) => {
      const options = {
        title: 'Save',
        defaultPath: path.join(app.getPath('documents'), name),
        // On Linux it asks only if told to.
        properties: ['showOverwriteConfirmation' as const],
      };
      const { window } = mainWindow;
      const chosen = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options));
      return chosen.canceled || chosen.filePath === '' ? null : chosen.filePath;
    },
  } satisfies Partial<World> & { chooseProgram: unknown };
}

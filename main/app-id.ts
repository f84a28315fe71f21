/** By which Windows takes notices and windows for one program's: as its installer calls it, the `appId` of electron-builder.yml. */
const appId = 'com.matterline.desktop';

/** Has notices, and the place in the taskbar, be those of the program that was installed. Before the first window. */
export function takeAppId(app: { setAppUserModelId(id: string): void }, platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAppUserModelId(appId);
}

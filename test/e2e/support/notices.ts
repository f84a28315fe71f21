import type { ElectronApplication } from 'playwright-core';

/** Notes what the system would show from now on; nothing is shown. The window counts as out of sight. */
export async function watchNotices(electron: ElectronApplication): Promise<void> {
  await electron.evaluate(({ BrowserWindow, Notification }) => {
    const shown: Electron.Notification[] = [];
    Reflect.set(globalThis, 'shownNotices', shown);
    Notification.isSupported = () => true;
    Notification.prototype.show = function () {
      shown.push(this);
    };
    BrowserWindow.prototype.isFocused = () => false;
  });
}

export function shownNotices(electron: ElectronApplication): Promise<{ title: string; body: string }[]> {
  return electron.evaluate(() =>
    Reflect.get(globalThis, 'shownNotices').map(({ title, body }: Electron.Notification) => ({
      title,
      body,
    })),
  );
}

/** Clicks the notice with this title, as the person does. */
export async function clickNotice(electron: ElectronApplication, wanted: string): Promise<void> {
  await electron.evaluate((_electron, title) => {
    const shown: Electron.Notification[] = Reflect.get(globalThis, 'shownNotices');
    shown.find((notice) => notice.title === title)?.emit('click');
  }, wanted);
}

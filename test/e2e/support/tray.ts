import type { ElectronApplication } from 'playwright-core';

/** What the tray shows, as main last told the system. */
export interface ShownTray {
  readonly tooltip: string;
  readonly labels: readonly string[];
  readonly recent: readonly string[];
  /** Its side in points, and for which densities of a screen there is one. */
  readonly picture: { readonly side: number; readonly densities: readonly number[] };
}

/** The tray cannot be seen under a bare display: what it is told is noted from now on. */
export async function watchTray(electron: ElectronApplication): Promise<void> {
  await electron.evaluate(({ Tray }) => {
    const noted: { tooltip: string; menu: Electron.Menu | null; image: Electron.NativeImage | null } = {
      tooltip: '',
      menu: null,
      image: null,
    };
    Reflect.set(globalThis, 'notedTray', noted);
    const { setToolTip, setContextMenu, setImage } = Tray.prototype;
    Tray.prototype.setImage = function (image) {
      if (typeof image !== 'string') noted.image = image;
      setImage.call(this, image);
    };
    Tray.prototype.setToolTip = function (tooltip) {
      noted.tooltip = tooltip;
      setToolTip.call(this, tooltip);
    };
    Tray.prototype.setContextMenu = function (menu) {
      noted.menu = menu;
      setContextMenu.call(this, menu);
    };
  });
}

export function shownTray(electron: ElectronApplication): Promise<ShownTray> {
  return electron.evaluate(() => {
    const { tooltip, menu, image } = Reflect.get(globalThis, 'notedTray');
    const items: Electron.MenuItem[] = menu?.items ?? [];
    const recent = items.find(({ label }) => label === 'Recent documents')?.submenu?.items ?? [];
    return {
      tooltip,
      labels: items.map(({ label }) => label).filter((label) => label !== ''),
      recent: recent.map(({ label }) => label),
      picture: { side: image?.getSize().width ?? 0, densities: image?.getScaleFactors() ?? [] },
    };
  });
}

/** Chooses what the menu calls this, there or among the recent documents. */
export async function chooseInTray(electron: ElectronApplication, wanted: string): Promise<void> {
  await electron.evaluate((_electron, label) => {
    const { menu } = Reflect.get(globalThis, 'notedTray');
    const all = (items: Electron.MenuItem[]): Electron.MenuItem[] =>
      items.flatMap((item) => [item, ...all(item.submenu?.items ?? [])]);
    const item = all(menu?.items ?? []).find((one) => one.label === label);
    if (!item) throw new Error(`The tray offers no “${label}”.`);
    item.click();
  }, wanted);
}

import { BrowserWindow, Menu, nativeImage, nativeTheme, screen } from 'electron';
import { systemClock } from '../../shared/base/clock.ts';
import type { SettingsStore, WindowSettings } from '../settings.ts';
import { endHangs } from './hangs.ts';
import { pageAddress } from './page-policy.ts';
import { PageRevival } from './page-revival.ts';
import { firstWindow, placeWindow, smallestWindow } from './placement.ts';
import { ready } from './ready.ts';
import { textMenu } from './text-menu.ts';

interface WindowParts {
  readonly preload: string;
  readonly devTools: boolean;
  readonly log: (message: string) => void;
}

/** The one window of the app. It is opened, and its page begins to load, before its settings are known; shown only then. */
export class MainWindow {
  /** Ids of the web contents that may talk to main. */
  readonly known = new Set<number>();
  readonly #parts: WindowParts;
  readonly #settings = Promise.withResolvers<SettingsStore>();
  readonly #painted = Promise.withResolvers<void>();
  #window: BrowserWindow | null = null;
  readonly #whenever: ((window: BrowserWindow) => void)[] = [];
  /** Undefined while only the settings can say. */
  #placement: WindowSettings | null | undefined;

  constructor(parts: WindowParts) {
    this.#parts = parts;
  }

  get window(): BrowserWindow | null {
    return this.#window;
  }

  /** Resolves when the page has been painted for the first time, or the window was closed before. */
  get painted(): Promise<void> {
    return this.#painted.promise;
  }

  /** Gives it the place and size it had, before its settings are known. */
  place(placement: WindowSettings | null): void {
    this.#placement = placement;
  }

  /** Gives it the place and size it had, and keeps them when it is closed. */
  attachSettings(settings: SettingsStore): void {
    this.#placement = undefined;
    this.#settings.resolve(settings);
  }

  /** Brings the window to the front, opening it when there is none. */
  show(): void {
    if (!this.#window) return this.#open();
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  /** Calls with the window, if there is one, and with each that is opened in its place later. */
  whenever(opened: (window: BrowserWindow) => void): void {
    this.#whenever.push(opened);
    if (this.#window) opened(this.#window);
  }

  /** Loads the page anew, without anything it showed or remembered. */
  reloadPage(): void {
    const contents = this.#window?.webContents;
    void contents?.loadURL(pageAddress).then(
      () => contents.isDestroyed() || contents.navigationHistory.clear(),
      // It is loaded once more meanwhile, or the window was closed.
      () => {},
    );
  }

  /** Hands files to the system, which goes on with the drag the person began in the window. */
  dragOut(files: readonly string[]): void {
    const [file] = files;
    if (file === undefined || !this.#window) return;
    this.#window.webContents.startDrag({
      file,
      files: [...files],
      icon: nativeImage.createFromDataURL(dragIcon),
    });
  }

  #open(): void {
    const { preload, devTools } = this.#parts;
    const window = new BrowserWindow({
      ...firstWindow,
      minWidth: smallestWindow.width,
      minHeight: smallestWindow.height,
      title: 'Matterline',
      show: false,
      backgroundColor: background(),
      webPreferences: {
        preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
        devTools,
        // Elsewhere Chromium fetches dictionaries from a server of its maker.
        spellcheck: process.platform === 'darwin',
      },
    });
    this.#window = window;
    for (const opened of this.#whenever) opened(window);
    const { id } = window.webContents;
    this.known.add(id);
    const repaint = (): void => window.setBackgroundColor(background());
    nativeTheme.on('updated', repaint);
    window.on('page-title-updated', (event) => event.preventDefault());
    window.on('closed', () => {
      this.known.delete(id);
      nativeTheme.off('updated', repaint);
      this.#window = null;
      this.#painted.resolve();
    });
    this.#reviveAfterCrash(window);
    endHangs(window, systemClock, () => window.webContents.forcefullyCrashRenderer());
    window.webContents.on('context-menu', (_event, asked) => {
      const items = textMenu(asked);
      if (items) Menu.buildFromTemplate(items).popup({ window });
    });
    void this.#place(window);
    void window.loadURL(pageAddress);
  }

  /** Shows the window where it was left, once its page is painted. */
  async #place(window: BrowserWindow): Promise<void> {
    const isReady = ready(window, window.webContents, systemClock);
    const settings = this.#settings.promise;
    const placement = this.#placement === undefined ? (await settings).get('window') : this.#placement;
    if (window.isDestroyed()) return;
    const workAreas = screen.getAllDisplays().map((display) => display.workArea);
    const { bounds, maximized } = placeWindow(placement, workAreas);
    if (bounds !== firstWindow) window.setBounds(bounds);
    window.on('close', () => {
      const left = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
      void settings.then((store) => store.set('window', left));
    });
    const how = await isReady;
    if (how !== 'painted') this.#parts.log(`the window is shown though its painting was not told: ${how}`);
    this.#painted.resolve();
    if (window.isDestroyed()) return;
    if (maximized) window.maximize();
    window.show();
  }

  /**
   * Loads the page again when its process died, after growing pauses when it dies at once every time. Electron tells it in the
   * midst of clearing up, and loading right then can end the whole program (electron/electron#19887, #51900): it is done after.
   */
  #reviveAfterCrash(window: BrowserWindow): void {
    const revival = new PageRevival();
    const load = () => {
      if (!window.isDestroyed()) void window.loadURL(pageAddress);
    };
    window.webContents.on('render-process-gone', () => {
      const pause = revival.pauseAfterCrash(systemClock.steady());
      if (pause === 0) setImmediate(load);
      else systemClock.timer(pause, load);
    });
  }
}

/** What shows before the page is painted, so that nothing flashes. */
const background = (): string => (nativeTheme.shouldUseDarkColors ? '#1f1f1f' : '#ffffff');

/** A small sheet of paper under the pointer: the system wants a picture, and an empty one ends the program on macOS. */
const dragIcon =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABgAAAAeCAYAAAA2Lt7lAAAANklEQVR42mOQSCj5T0vMACKA4DUt8KgFoxbQ0AJy0/xoHIxG8mgcjEbyaByMWjBqwSC3gJYYAIsm2r6Zgdu3AAAAAElFTkSuQmCC';

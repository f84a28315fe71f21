import { BrowserWindow, nativeImage, nativeTheme, screen } from 'electron';
import type { AwakeReason } from '../../shared/model.ts';
import type { SettingsStore } from '../settings.ts';
import { tellOfSight } from './awake.ts';
import { pageAddress } from './page-policy.ts';
import { placeWindow, smallestWindow } from './placement.ts';

/** A page that lived shorter than this, in milliseconds, is not loaded again. */
const leastLife = 10_000;

interface WindowParts {
  readonly preload: string;
  readonly settings: SettingsStore;
  readonly devTools: boolean;
  /** Ids of the web contents that may talk to main. */
  readonly known: Set<number>;
  /** The window comes into sight, or goes out of it. */
  readonly onSight: (reason: AwakeReason) => void;
}

/** The one window of the app. */
export class MainWindow {
  readonly #parts: WindowParts;
  #window: BrowserWindow | null = null;

  constructor(parts: WindowParts) {
    this.#parts = parts;
  }

  get window(): BrowserWindow | null {
    return this.#window;
  }

  /** Brings the window to the front, opening it when there is none. */
  show(): void {
    if (!this.#window) return this.#open();
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  /** Loads the page anew, without anything it showed or remembered. */
  startOver(): void {
    const contents = this.#window?.webContents;
    void contents?.loadURL(pageAddress).then(() => contents.navigationHistory.clear());
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
    const { settings, known, preload, devTools, onSight } = this.#parts;
    const workAreas = screen.getAllDisplays().map((display) => display.workArea);
    const { bounds, maximized } = placeWindow(settings.get('window'), workAreas);
    const window = new BrowserWindow({
      ...bounds,
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
    const { id } = window.webContents;
    known.add(id);
    tellOfSight(window, onSight);
    const repaint = (): void => window.setBackgroundColor(background());
    nativeTheme.on('updated', repaint);
    window.on('page-title-updated', (event) => event.preventDefault());
    window.once('ready-to-show', () => {
      if (maximized) window.maximize();
      window.show();
    });
    window.on('close', () => {
      settings.set('window', { bounds: window.getNormalBounds(), maximized: window.isMaximized() });
    });
    window.on('closed', () => {
      known.delete(id);
      nativeTheme.off('updated', repaint);
      this.#window = null;
    });
    this.#reviveAfterCrash(window);
    void window.loadURL(pageAddress);
  }

  /** Loads the page again when its process died; not if it dies at once every time. */
  #reviveAfterCrash(window: BrowserWindow): void {
    let lastLoad = Number.NEGATIVE_INFINITY;
    window.webContents.on('render-process-gone', () => {
      if (performance.now() - lastLoad < leastLife) return;
      lastLoad = performance.now();
      void window.loadURL(pageAddress);
    });
  }
}

/** What shows before the page is painted, so that nothing flashes. */
const background = (): string => (nativeTheme.shouldUseDarkColors ? '#1f1f1f' : '#ffffff');

/** A small sheet of paper under the pointer: the system wants a picture, and an empty one ends the program on macOS. */
const dragIcon =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABgAAAAeCAYAAAA2Lt7lAAAANklEQVR42mOQSCj5T0vMACKA4DUt8KgFoxbQ0AJy0/xoHIxG8mgcjEbyaByMWjBqwSC3gJYYAIsm2r6Zgdu3AAAAAElFTkSuQmCC';

// An Electron window with nothing in it but a line of text: what every program of this kind has to wait for.
import { app, BrowserWindow } from 'electron';

const page = '<!doctype html><title>Matterline</title><h1>A line of text.</h1>';

// Not awaited: Electron is ready only once this module has been evaluated.
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 820, show: false });
  window.once('ready-to-show', () => window.show());
  return window.loadURL(`data:text/html,${encodeURIComponent(page)}`);
});

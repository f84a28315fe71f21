// A web browser for tests: one sandboxed window. An address of another scheme is handed to the system, as browsers do.
import { app, BrowserWindow, shell } from 'electron';

app.on('window-all-closed', () => app.quit());
app.on('web-contents-created', (_event, contents) => {
  const handOver = (details) => {
    if (/^(https?|about):/.test(details.url)) return;
    details.preventDefault();
    void shell.openExternal(details.url);
  };
  contents.on('will-navigate', handOver);
  contents.on('will-redirect', handOver);
});

// Not awaited: Electron is ready only after this module has run.
void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 900,
    height: 700,
    title: 'Stand-in browser',
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  return window.loadURL('about:blank');
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { app, dialog, Menu, nativeTheme, session } from 'electron';
import { systemClock } from '../shared/base/clock.ts';
import { takeAppId } from './app-id.ts';
import { buildKindOf, engineNodeOf, shutBackDoors } from './build-kind.ts';
import { holdPages } from './conversation/held-pages.ts';
import { EngineLauncher } from './engine-process/launcher.ts';
import { launchNode } from './engine-process/node-process.ts';
import { launchUtility } from './engine-process/utility-process.ts';
import { traceOf } from './log.ts';
import { RotatingLog } from './logging/rotating-log.ts';
import { findDeepLink } from './sign-in/deep-link.ts';
import { registerAppScheme, serveAppFiles } from './window/app-protocol.ts';
import { KeptScreen } from './window/kept-screen.ts';
import { leaveDictionaries, lockDown } from './window/lockdown.ts';
import { MainWindow } from './window/main-window.ts';
import { menuTemplate } from './window/menu.ts';
import { pageOrigin } from './window/page-policy.ts';
import { placementIn } from './window/placement.ts';
import { inBackground } from './window/start-at-login.ts';

// What a person waits for comes first: this opens the window, which begins with what it showed last. The engine and
// everything else come up once that is painted. Whatever is imported here, the window waits for.

/** How long the page has the computer to itself at most, in milliseconds. */
const longestAlone = 1_000;

const buildKind = buildKindOf(app.getAppPath(), (file) => readFileSync(file, 'utf8'));
shutBackDoors(buildKind, {
  hasSwitch: (name) => app.commandLine.hasSwitch(name),
  removeSwitch: (name) => app.commandLine.removeSwitch(name),
  environment: process.env,
  useOwnProfile() {
    const own = path.join(app.getPath('appData'), app.getName());
    for (const name of ['userData', 'sessionData'] as const) app.setPath(name, own);
  },
});
const userData = app.getPath('userData');
const logFile = new RotatingLog(path.join(userData, 'logs'), systemClock);
const log = (message: string): void => {
  console.error(`matterline: ${message}`);
  logFile.own(message);
};
/** As it is to the terminal, which nobody keeps, and without anybody's words to the log. */
const engineSaid = (line: string): void => {
  console.error(line);
  logFile.engine(line);
};
const built = path.dirname(import.meta.dirname);
const links: string[] = [];
let takeLink = (link: string): void => void links.push(link);
let showWindow = (): void => {};
let withoutWindow = (): void => app.quit();
let comesAgain = (_link: string | null): boolean => false;

process.on('unhandledRejection', (reason) => log(`unexpected failure: ${traceOf(reason)}`));
registerAppScheme();
app.on('session-created', (created) => leaveDictionaries(created, process.platform));
takeAppId(app, process.platform);
// Otherwise Electron makes one of its own first.
Menu.setApplicationMenu(null);
app.on('open-url', (event, link) => {
  event.preventDefault();
  takeLink(link);
});
app.on('second-instance', (_event, argv) => {
  const link = findDeepLink(argv);
  // Any web page can have the system open a link: the window comes for the answer to a sign-in that was begun here.
  if (comesAgain(link)) return;
  if (link === null) showWindow();
  else takeLink(link);
});
app.on('activate', () => void (comesAgain(null) || showWindow()));
app.on('window-all-closed', () => withoutWindow());

if (app.requestSingleInstanceLock()) {
  app
    .whenReady()
    .then(begin)
    .catch((error: unknown) => {
      log(`could not start: ${traceOf(error)}`);
      dialog.showErrorBox('Matterline cannot start', 'An unexpected failure was written to its output.');
      app.exit(1);
    });
} else {
  app.quit();
}

async function begin(): Promise<void> {
  const { platform } = process;
  if (platform !== 'win32' && platform !== 'darwin' && platform !== 'linux')
    throw new Error('unknown platform');
  lockDown(app, session.defaultSession, pageOrigin);
  const keptScreen = new KeptScreen(path.join(userData, 'last screen.json'), app.getVersion(), log);
  serveAppFiles(path.join(built, 'renderer'), () => keptScreen.forPage());
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, !app.isPackaged)));
  const pages = holdPages();
  const mainWindow = new MainWindow({
    preload: path.join(built, 'preload', 'index.cjs'),
    devTools: !app.isPackaged,
    log,
  });
  const { theme } = keptScreen;
  if (theme !== null) {
    // The page is painted before its settings are known.
    nativeTheme.themeSource = theme;
    mainWindow.place(placementIn(textOf(path.join(userData, 'settings.json'))));
  }
  showWindow = () => mainWindow.show();
  const isInBackground = process.argv.includes(inBackground) || app.getLoginItemSettings().wasOpenedAtLogin;
  if (!isInBackground) showWindow();
  // On few processors everything else would be in the way of a page that has something to show already.
  if (!isInBackground && theme !== null) await Promise.race([pages.called, systemClock.sleep(longestAlone)]);
  const engineNode = engineNodeOf(buildKind, process.env);
  const engines = new EngineLauncher((directory) => {
    const files = {
      file: path.join(import.meta.dirname, 'engine.js'),
      directory: path.join(directory, 'engine'),
    };
    return engineNode ? launchNode(files, engineNode, engineSaid) : launchUtility(files, engineSaid);
  });
  engines.ahead(userData);

  const { runProgram } = await import('./program.ts');
  const program = await runProgram({
    platform,
    buildKind,
    userData,
    built,
    log,
    logText: () => logFile.text(),
    mainWindow,
    keptScreen,
    isInBackground,
    engines,
    admitHeld: pages.admit,
  });
  ({ takeLink, withoutWindow, comesAgain } = program);
  log(`Matterline ${app.getVersion()} on ${platform} has started.`);
  const coldStart = findDeepLink(process.argv);
  for (const link of coldStart === null ? links : [...links, coldStart]) takeLink(link);
}

/** Empty when it cannot be read. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

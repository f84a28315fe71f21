import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  app,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  safeStorage,
  session,
  shell,
} from 'electron';
import ElectronStore from 'electron-store';
import { systemClock } from '../shared/clock.ts';
import { goesOnWhenClosed } from '../shared/model.ts';
import { buildKindOf, engineNodeOf, shutBackDoors } from './build-kind.ts';
import type { World } from './compose.ts';
import { isWebPage } from './connection/address.ts';
import { openDoor } from './conversation/door.ts';
import { systemLooks } from './diagnosis/system-looks.ts';
import { openDocument, openFolder } from './documents/open.ts';
import { openWith } from './documents/open-with.ts';
import { startProgram } from './documents/start-program.ts';
import { launchNode } from './engine-process/node-process.ts';
import { launchUtility } from './engine-process/utility-process.ts';
import { traceOf } from './log.ts';
import { RotatingLog } from './logging/rotating-log.ts';
import { chromiumFetch } from './network/chromium-fetch.ts';
import { goesOnNotice, type Notice } from './notices/notice.ts';
import { tellOfWhatMatters } from './notices/tell.ts';
import { findPolicy } from './policy/place.ts';
import { systemPolicyPorts } from './policy/system.ts';
import { type Main, type ProfilePlace, Profiles } from './profiles/profiles.ts';
import { shownEngine } from './profiles/shown-engine.ts';
import { systemCipher } from './secrets/cipher.ts';
import { callbackScheme, findDeepLink, parseDeepLink } from './sign-in/deep-link.ts';
import { startTray } from './tray/start-tray.ts';
import { findFeed } from './updates/find-feed.ts';
import { Updates } from './updates/updates.ts';
import { registerAppScheme, serveAppFiles } from './window/app-protocol.ts';
import { tellOfAway, tellOfPower } from './window/awake.ts';
import { leaveDictionaries, lockDown } from './window/lockdown.ts';
import { MainWindow } from './window/main-window.ts';
import { menuTemplate } from './window/menu.ts';
import { pageOrigin } from './window/page-policy.ts';
import { inBackground, startAtLoginOf } from './window/start-at-login.ts';

/** Time the engine has to put everything on disk when the program ends, in milliseconds. */
const stopWithin = 10_000;

const logFile = new RotatingLog(path.join(app.getPath('userData'), 'logs'), systemClock);
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
const known = new Set<number>();
const links: string[] = [];
let takeLink = (link: string): void => void links.push(link);
let showWindow = (): void => {};
let withoutWindow = (): void => app.quit();

process.on('unhandledRejection', (reason) => log(`unexpected failure: ${traceOf(reason)}`));
const buildKind = buildKindOf(app.getAppPath(), (file) => readFileSync(file, 'utf8'));
shutBackDoors(buildKind, (name) => app.commandLine.removeSwitch(name));
registerAppScheme();
app.on('session-created', (created) => leaveDictionaries(created, process.platform));
app.on('open-url', (event, link) => {
  event.preventDefault();
  takeLink(link);
});
app.on('second-instance', (_event, argv) => {
  showWindow();
  const link = findDeepLink(argv);
  if (link !== null) takeLink(link);
});
app.on('activate', () => showWindow());
app.on('window-all-closed', () => withoutWindow());

if (app.requestSingleInstanceLock()) {
  app
    .whenReady()
    .then(run)
    .catch((error: unknown) => {
      log(`could not start: ${traceOf(error)}`);
      dialog.showErrorBox('Matterline cannot start', 'An unexpected failure was written to its output.');
      app.exit(1);
    });
} else {
  app.quit();
}

async function run(): Promise<void> {
  const { platform } = process;
  if (platform !== 'win32' && platform !== 'darwin' && platform !== 'linux')
    throw new Error('unknown platform');
  log(`Matterline ${app.getVersion()} on ${platform} starts.`);
  const engineNode = engineNodeOf(buildKind, process.env);

  const policy = await findPolicy(systemPolicyPorts(platform));
  const { feed, install } = await findFeed(
    {
      platform,
      isRelease: buildKind === 'release',
      managed: policy.updates,
      executable: app.getPath('exe'),
      localPrograms: process.env['LOCALAPPDATA'] ?? null,
    },
    process.resourcesPath,
    log,
  );
  let installs: 'no' | 'and-ends' | 'and-starts-again' = 'no';
  const updates = new Updates({
    clock: systemClock,
    random: Math.random,
    feed,
    unfiled: () => profiles.unfiled(),
    endAndInstall: () => {
      installs = 'and-starts-again';
      app.quit();
    },
  });
  const openFile = (file: string) => openDocument(file, platform, (found) => shell.openPath(found));
  /** What all profiles share. */
  const computer = {
    version: app.getVersion(),
    platform,
    updates,
    clock: systemClock,
    log,
    logText: () => Promise.resolve(logFile.text()),
    writeText: (file, text) =>
      writeFile(file, text).then(
        () => true,
        () => false,
      ),
    policy,
    cipher: await systemCipher(safeStorage, platform),
    idleSeconds: () => powerMonitor.getSystemIdleTime(),
    openBrowser: async (address) => {
      if (!isWebPage(address)) throw new Error('not a web page');
      await shell.openExternal(address);
    },
    openDocument: openFile,
    openWith: (file) =>
      openWith(file, platform, {
        start: startProgram,
        systemRoot: process.env['SystemRoot'] ?? 'C:\\Windows',
        async chooseProgram() {
          const options = {
            title: 'Open with',
            buttonLabel: 'Open',
            defaultPath: platform === 'darwin' ? '/Applications' : '/usr/bin',
            properties: ['openFile' as const],
          };
          const { window } = mainWindow;
          const chosen = await (window
            ? dialog.showOpenDialog(window, options)
            : dialog.showOpenDialog(options));
          return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
        },
      }),
    openFolder: (folder) => openFolder(folder, (found) => shell.openPath(found)),
    showInFolder: (file) => shell.showItemInFolder(file),
    copyText: (text) => clipboard.writeText(text),
    dragOut: (files) => mainWindow.dragOut(files),
    startAtLogin: startAtLoginOf(app, platform, process.env),
    power: powerMonitor,
    onPreferences: ({ theme }) => {
      nativeTheme.themeSource = theme;
    },
    chooseFolder: async (purpose) => {
      const options = {
        title: purpose === 'matter-folder' ? 'Folder for this matter' : 'Folder for matter folders',
        properties: ['openDirectory' as const, 'createDirectory' as const],
      };
      const { window } = mainWindow;
      const chosen = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
    chooseExportFile: async (name) => {
      const options = {
        title: 'Save',
        defaultPath: path.join(app.getPath('documents'), name),
      };
      const { window } = mainWindow;
      const chosen = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options));
      return chosen.canceled || chosen.filePath === '' ? null : chosen.filePath;
    },
  } satisfies Partial<World>;

  const worldOf = ({ id, directory: userData, isFirst }: ProfilePlace): World => {
    const settingsFile = new ElectronStore({
      name: 'settings',
      cwd: userData,
      clearInvalidConfig: true,
      watch: false,
    });
    // It would answer any page synchronously with paths of this computer.
    ipcMain.removeAllListeners('electron-store-get-data');
    const signInSession = session.fromPartition(isFirst ? 'sign-in' : `sign-in-${id}`);
    const engineFiles = {
      file: path.join(import.meta.dirname, 'engine.js'),
      directory: path.join(userData, 'engine'),
    };
    return {
      ...computer,
      argv: isFirst ? process.argv : [],
      environment: isFirst ? process.env : {},
      userData,
      settingsFile: {
        get: (name) => settingsFile.get(name),
        set: (name, value) => settingsFile.set(name, value),
      },
      looks: systemLooks(userData),
      fetch: (address, init, login) => chromiumFetch(signInSession, address, init, login),
      resolveProxy: (address) => signInSession.resolveProxy(address),
      launchEngine: () =>
        engineNode ? launchNode(engineFiles, engineNode, engineSaid) : launchUtility(engineFiles, engineSaid),
    };
  };
  const profiles = await Profiles.open({
    directory: app.getPath('userData'),
    worldOf,
    newId: () => randomBytes(8).toString('hex'),
  });

  const followTheme = () => {
    nativeTheme.themeSource = profiles.shown.value.settings.get('preferences').theme;
  };
  followTheme();
  const mainWindow = new MainWindow({
    preload: path.join(built, 'preload', 'index.cjs'),
    settings: profiles.first.settings,
    devTools: !app.isPackaged,
    known,
    onSight: profiles.awake,
  });
  lockDown(app, session.defaultSession, pageOrigin);
  serveAppFiles(path.join(built, 'renderer'));
  const door = openDoor({ room: profiles.room, origin: pageOrigin, known, log });
  const startOver = () => {
    door.shut();
    mainWindow.startOver();
  };
  profiles.shown.subscribe(() => {
    followTheme();
    startOver();
  });
  tellOfAway(powerMonitor, () => profiles.away());
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, !app.isPackaged)));
  // A program run from its source leaves the installed one its links.
  if (app.isPackaged) app.setAsDefaultProtocolClient(callbackScheme);

  takeLink = (link) => {
    const parameters = parseDeepLink(link);
    if (!parameters.ok) return log(`A link was refused: ${parameters.error}.`);
    void profiles.receiveCallback(parameters.value).then((taken) => {
      if (!taken.ok) log(`A sign-in answer was refused: ${taken.error.why}`);
    });
  };
  const coldStart = findDeepLink(process.argv);
  for (const link of coldStart === null ? links : [...links, coldStart]) takeLink(link);

  let stopped = false;
  app.on('will-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    void (async () => {
      // macOS would start the program again, which the person has just closed.
      if (platform === 'win32' && installs === 'no' && (await updates.installsAtEnd())) installs = 'and-ends';
      await profiles.stop(stopWithin);
    })().finally(() => {
      stopped = true;
      if (installs === 'no' || !install) return app.quit();
      install(installs === 'and-starts-again');
    });
  });
  showWindow = () => mainWindow.show();
  const isInBackground = process.argv.includes(inBackground) || app.getLoginItemSettings().wasOpenedAtLogin;
  // What the person waits for comes first.
  if (!isInBackground) showWindow();
  const inSight = shownEngine(profiles);
  const tellers = new Map<Main, (notice: Notice) => void>();
  profiles.each((main) => {
    main.lock.locked.subscribe(() => {
      if (profiles.shown.value === main) startOver();
    });
    inSight.follow(main);
    main.lock.start();
    main.engine.start();
    const tell = tellOfWhatMatters({
      engine: main.engine,
      clock: systemClock,
      session: main.session.session,
      settings: main.settings,
      isSeen: () => mainWindow.window?.isFocused() === true && profiles.shown.value === main,
      open(lead) {
        profiles.turnTo(main);
        if (lead) main.leads.lead(lead);
        mainWindow.show();
      },
      failed: (error) => log(`problems are not told of: ${traceOf(error)}`),
    });
    tellers.set(main, tell);
  });
  updates.start();
  tellOfPower(powerMonitor, profiles.awake);
  const hasTray = startTray({
    platform,
    engine: inSight.engine,
    isPrivate: inSight.isLocked,
    clock: systemClock,
    openFile,
    log,
    open: () => mainWindow.show(),
    showProblems() {
      profiles.shown.value.leads.lead({ to: 'problems' });
      mainWindow.show();
    },
    quit: () => app.quit(),
  });
  // Without a tray nobody would find it.
  if (isInBackground && !hasTray) showWindow();
  withoutWindow = () => {
    const { value: main } = profiles.shown;
    const { settings } = main;
    if (!hasTray || !goesOnWhenClosed(settings.get('preferences'), platform)) return app.quit();
    if (settings.get('toldOfGoingOn')) return;
    settings.set('toldOfGoingOn', true);
    tellers.get(main)?.(goesOnNotice);
  };
}

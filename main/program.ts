import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { app, ipcMain, nativeTheme, powerMonitor, safeStorage, session } from 'electron';
import ElectronStore from 'electron-store';
import { systemClock } from '../shared/base/clock.ts';
import { ok, type Result } from '../shared/base/result.ts';
import { goesOnWhenClosed, type Refusal } from '../shared/model/index.ts';
import type { BuildKind } from './build-kind.ts';
import type { World } from './compose.ts';
import { openIpcGateway } from './conversation/ipc-gateway.ts';
import { systemLooks } from './diagnosis/system-looks.ts';
import { systemOpeners } from './documents/system-openers.ts';
import { Ending } from './ending.ts';
import type { EngineLauncher } from './engine-process/launcher.ts';
import { chromiumFetch } from './network/chromium-fetch.ts';
import { metered } from './network/metered.ts';
import { goesOnNotice } from './notices/notice.ts';
import { findPolicy } from './policy/place.ts';
import { systemPolicyPorts } from './policy/system.ts';
import { hiddenViewers } from './preview/hidden-viewer.ts';
import { Viewers } from './preview/viewer.ts';
import { followProfiles } from './profiles/follow-profiles.ts';
import { openProfiles } from './profiles/open-profiles.ts';
import type { ProfilePlace } from './profiles/profiles.ts';
import { shownEngine } from './profiles/shown-engine.ts';
import { systemCipher } from './secrets/cipher.ts';
import { DeviceKey } from './secrets/device-key.ts';
import { SignedCheckpoints } from './secrets/signed-checkpoints.ts';
import { openSettings } from './settings-file.ts';
import { takeLinksOfAppImage } from './sign-in/app-image-links.ts';
import { argumentsAgain } from './sign-in/arguments-again.ts';
import { callbackScheme, parseDeepLink } from './sign-in/deep-link.ts';
import { profilesInTray } from './tray/profiles-in-tray.ts';
import { tellRefusal } from './tray/tell-refusal.ts';
import { findFeed } from './updates/find-feed.ts';
import { Updates } from './updates/updates.ts';
import { tellOfAway, tellOfPower, tellOfSight } from './window/awake.ts';
import { choosersOver } from './window/choosers.ts';
import type { KeptScreen } from './window/kept-screen.ts';
import type { MainWindow } from './window/main-window.ts';
import { pageOrigin } from './window/page-policy.ts';
import { startAtLoginOf } from './window/start-at-login.ts';

/** Time the engine has to put everything on disk when the program ends, in milliseconds. */
const stopWithin = 10_000;

/** How long after the window what stands beside it comes, in milliseconds: its pictures take a moment to draw. */
const afterWindow = 1_000;

/** What is there before everything else, see index.ts. */
interface BootContext {
  readonly platform: 'win32' | 'darwin' | 'linux';
  readonly buildKind: BuildKind;
  readonly userData: string;
  readonly log: (message: string) => void;
  readonly logText: () => string;
  readonly mainWindow: MainWindow;
  /** The folder of the built program. */
  readonly built: string;
  readonly keptScreen: KeptScreen;
  /** Nobody waits for the window. */
  readonly isInBackground: boolean;
  readonly engines: EngineLauncher;
  /** Lets in the pages that called before the door was there. */
  readonly admitHeld: () => void;
}

/** What the rest of the program does about what the system tells. */
interface Program {
  /** A link of a sign-in was opened. */
  readonly takeLink: (link: string) => void;
  /** The window was closed. */
  readonly withoutWindow: () => void;
  /** Somebody starts the program again, or wants its window: true when it is ending, and comes again after that. */
  readonly comesAgain: (link: string | null) => boolean;
}

/** Everything behind the window. */
export async function runProgram(boot: BootContext): Promise<Program> {
  const { platform, buildKind, log, mainWindow, keptScreen, isInBackground, engines } = boot;
  const system = systemPolicyPorts(platform);
  const policy = await findPolicy(system);
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
  const updates = new Updates({
    clock: systemClock,
    random: Math.random,
    feed,
    unfiled: () => profiles.unfiled(),
    endAndInstall: () => ending.installAndStartAgain(),
  });
  const choosers = choosersOver(mainWindow);
  const openers = systemOpeners(platform, systemClock, choosers.chooseProgram);
  const cipher = await systemCipher(safeStorage, platform);
  /** What all profiles share. */
  const computer = {
    version: app.getVersion(),
    keptScreen,
    platform,
    updates,
    clock: systemClock,
    log,
    logText: () => Promise.resolve(boot.logText()),
    writeText: (file, text) =>
      writeFile(file, text).then(
        () => true,
        () => false,
      ),
    policy,
    cipher,
    deviceKey: new DeviceKey(
      path.join(boot.userData, 'device-key'),
      cipher,
      log,
      new SignedCheckpoints(path.join(boot.userData, 'signed-checkpoints'), log),
    ),
    idleSeconds: () => powerMonitor.getSystemIdleTime(),
    ...openers,
    viewers: new Viewers({ open: hiddenViewers(boot.built, log), clock: systemClock }),
    reloadWindow: () => reloadPage(),
    dragOut: (files) => mainWindow.dragOut(files),
    startAtLogin: startAtLoginOf(app, platform, process.env),
    power: powerMonitor,
    metered: () => metered(system),
    onPreferences: ({ theme }) => {
      nativeTheme.themeSource = theme;
    },
    ...choosers,
  } satisfies Partial<World>;

  const worldOf = ({ id, directory: userData, isFirst }: ProfilePlace): Result<World, Refusal> => {
    const settingsFile = openSettings({
      directory: userData,
      nextFile: (name) => new ElectronStore({ name, cwd: userData }),
      log,
    });
    // electron-store would answer any page synchronously with paths of this computer.
    ipcMain.removeAllListeners('electron-store-get-data');
    if (!settingsFile.ok) return settingsFile;
    const signInSession = session.fromPartition(isFirst ? 'sign-in' : `sign-in-${id}`);
    return ok({
      ...computer,
      argv: isFirst ? process.argv : [],
      environment: isFirst ? process.env : {},
      userData,
      settingsFile: settingsFile.value,
      looks: systemLooks(userData),
      fetch: (address, init, login) => chromiumFetch(signInSession, address, init, login),
      resolveProxy: (address) => signInSession.resolveProxy(address),
      launchEngine: () => engines.launch(userData),
    });
  };
  const profiles = await openProfiles({
    directory: boot.userData,
    worldOf,
    newId: () => randomBytes(8).toString('hex'),
    clock: systemClock,
    log,
  });

  const followTheme = () => {
    nativeTheme.themeSource = profiles.shown.value.settings.get('preferences').theme;
  };
  followTheme();
  const door = openIpcGateway({ room: profiles.room, origin: pageOrigin, known: mainWindow.known, log });
  boot.admitHeld();
  mainWindow.attachSettings(profiles.first.settings);
  const reloadPage = () => {
    door.shut();
    mainWindow.reloadPage();
  };
  if (!profiles.shown.value.screen.isOurs) {
    keptScreen.forget();
    reloadPage();
  }
  profiles.shown.subscribe(() => {
    keptScreen.forget();
    followTheme();
    reloadPage();
  });
  tellOfAway(powerMonitor, () => profiles.away());
  // A program run from its source leaves the installed one its links.
  if (app.isPackaged) {
    app.setAsDefaultProtocolClient(callbackScheme);
    void takeLinksOfAppImage({ environment: process.env, home: app.getPath('home') });
  }

  const ending = new Ending({
    clock: systemClock,
    stop: () => profiles.stop(stopWithin),
    // macOS would start the program again, which the person has just closed.
    installsAtEnd: async () => platform === 'win32' && (await updates.installsAtEnd()),
    install,
    quit: () => app.quit(),
    startAgain: (link) => app.relaunch({ args: argumentsAgain(process.argv, link) }),
    isOurs(link) {
      const parameters = parseDeepLink(link);
      return parameters.ok && profiles.began(parameters.value.get('state'));
    },
    goOn(why) {
      profiles.startAgain();
      updates.installFailed(why);
      mainWindow.show();
      tellRefusal(notInstalled(why));
    },
  });
  app.on('will-quit', (event) => {
    if (ending.holds()) event.preventDefault();
  });
  const inSight = shownEngine(profiles);
  const tell = followProfiles(profiles, {
    ...{ clock: systemClock, mainWindow, inSight, reloadPage, log },
  });
  updates.start();
  tellOfPower(powerMonitor, profiles.awake);
  // Of this window alone: a viewer's is never in sight, and closing it says nothing of the person.
  mainWindow.whenever((window) => tellOfSight(window, profiles.awake));
  let hasTray = false;
  const putIntoTray = () => {
    hasTray = profilesInTray(profiles, inSight, {
      ...{ platform, clock: systemClock, openFile: openers.openDocument, log },
      open: () => mainWindow.show(),
      quit: () => app.quit(),
    });
    return hasTray;
  };
  // Nobody looks at it before the window they wait for; and without a tray nobody would find what has no window.
  if (!isInBackground) void mainWindow.painted.then(() => systemClock.sleep(afterWindow)).then(putIntoTray);
  else if (!putIntoTray()) mainWindow.show();
  return {
    takeLink(link) {
      const parameters = parseDeepLink(link);
      if (!parameters.ok) return log(`A link was refused: ${parameters.error}.`);
      if (profiles.began(parameters.value.get('state'))) mainWindow.show();
      void profiles.receiveCallback(parameters.value).then((taken) => {
        if (!taken.ok) log(`A sign-in answer was refused: ${taken.error.why}`);
      });
    },
    comesAgain: (link) => ending.comesAgain(link),
    withoutWindow() {
      const { value: main } = profiles.shown;
      const { settings } = main;
      if (!hasTray || !goesOnWhenClosed(settings.get('preferences'), platform)) return app.quit();
      if (settings.get('toldOfGoingOn')) return;
      settings.set('toldOfGoingOn', true);
      tell(main, goesOnNotice);
    },
  };
}

const notInstalled = (why: string): Refusal => ({
  code: 'service-failed',
  what: 'The update was not installed.',
  why,
  next: 'Matterline goes on with the version that is there, and tries again later.',
});

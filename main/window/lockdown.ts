import type { App, Session } from 'electron';

/** Denies every page of the app what the app never needs: going elsewhere, new windows, webviews, permissions. */
export function lockDown(app: App, session: Session, origin: string): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
  lockSession(session, origin, /^(?:devtools|data):/);
}

/** Denies pages of a session permissions, downloads, and every address but their own. */
export function lockSession(session: Session, origin: string, alsoAllowed: RegExp): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  // A page's own policy forbids this too; a flaw in either alone lets nothing out.
  session.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !details.url.startsWith(`${origin}/`) && !alsoAllowed.test(details.url) });
  });
}

/**
 * Has a session fetch no dictionaries from a server of Chromium's maker, which each session would do by itself, page or
 * not. macOS has dictionaries of its own.
 */
export function leaveDictionaries(session: Session, platform: NodeJS.Platform): void {
  if (platform === 'darwin') return;
  session.setSpellCheckerLanguages([]);
  session.setSpellCheckerEnabled(false);
}

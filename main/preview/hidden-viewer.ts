import { readFileSync } from 'node:fs';
import path from 'node:path';
import { app, BrowserWindow, MessageChannelMain, type Session, session } from 'electron';
import { viewerChannel } from '../../shared/contract/viewer.ts';
import type { ViewerRequest } from '../../shared/model/index.ts';
import { leaveDictionaries, lockSession } from '../window/lockdown.ts';
import { pageScheme } from '../window/page-policy.ts';
import type { ViewerProcess } from './viewer.ts';
import { viewerAnswer, viewerOrigin } from './viewer-page.ts';

/** Opens hidden windows that read documents: sandboxed, without a network, and with a session that is in memory alone. */
export function hiddenViewers(built: string, log: (message: string) => void): () => ViewerProcess {
  let prepared: Session | null = null;
  return () => {
    prepared ??= sessionOfViewers(path.join(built, 'viewer'));
    return openViewer(prepared, path.join(built, 'preload', 'viewer.cjs'), log);
  };
}

function openViewer(viewing: Session, preload: string, log: (message: string) => void): ViewerProcess {
  const window = new BrowserWindow({
    show: false,
    skipTaskbar: true,
    focusable: false,
    title: 'Matterline',
    webPreferences: {
      preload,
      session: viewing,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      devTools: false,
      spellcheck: false,
      // It is never in sight, and is waited for.
      backgroundThrottling: false,
    },
  });
  const { webContents: contents } = window;
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  const { port1, port2 } = new MessageChannelMain();
  let onGone = (): void => {};
  let isEnded = false;
  contents.on('render-process-gone', (_event, { reason }) => {
    if (!isEnded) log(`a viewer came to an end: ${reason}`);
    onGone();
  });
  port1.start();
  return {
    ask(request: ViewerRequest) {
      contents.once('did-finish-load', () => {
        if (isEnded) return;
        contents.postMessage(viewerChannel, null, [port2]);
        port1.postMessage(request);
      });
      window.loadURL(`${viewerOrigin}/viewer.html`).catch(() => onGone());
    },
    onAnswer: (listener) => void port1.on('message', ({ data }) => listener(data)),
    onGone(listener) {
      onGone = listener;
    },
    memory() {
      if (isEnded || contents.isDestroyed()) return null;
      const id = contents.getOSProcessId();
      const found = app.getAppMetrics().find(({ pid }) => pid === id);
      return found ? found.memory.workingSetSize * 1_024 : null;
    },
    end() {
      if (isEnded) return;
      isEnded = true;
      port1.close();
      if (window.isDestroyed()) return;
      // Whatever it is in the middle of. Destroyed after: its window hears of that first.
      contents.forcefullyCrashRenderer();
      setImmediate(() => {
        if (!window.isDestroyed()) window.destroy();
        void viewing.clearStorageData();
      });
    },
  };
}

/** The session of all viewers, one after the other: not on disk, emptied after each, and with no way out. */
function sessionOfViewers(folder: string): Session {
  const viewing = session.fromPartition('viewer', { cache: false });
  viewing.protocol.registerBufferProtocol(pageScheme, (request, answer) =>
    answer(viewerAnswer(request, (name) => fileIn(folder, name))),
  );
  lockSession(viewing, viewerOrigin, /^(?:blob|data):/);
  leaveDictionaries(viewing, process.platform);
  viewing.enableNetworkEmulation({ offline: true });
  return viewing;
}

function fileIn(folder: string, name: string): Buffer | null {
  try {
    return readFileSync(path.join(folder, name));
  } catch {
    return null;
  }
}

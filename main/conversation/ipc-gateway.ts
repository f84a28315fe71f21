import { type IpcMainEvent, ipcMain } from 'electron';
import { z } from 'zod';
import { connectChannel, droppedChannel } from '../../shared/contract/bridge.ts';
import { guardedPort } from './guard.ts';
import { isOurPage, type Sender } from './sender.ts';
import type { WindowSession } from './window-session.ts';

interface IpcGateway {
  /** What a page is let into now. */
  readonly room: () => WindowSession;
  readonly origin: string;
  /** Ids of the web contents of our windows. */
  readonly known: ReadonlySet<number>;
  readonly log: (message: string) => void;
}

const droppedSchema = z.array(z.string().min(1).max(32_767)).max(10_000);

/**
 * Opens the only two ways into main: a port for the conversation, and the paths of dropped files. The answer shuts every
 * port there is: neither question nor answer passes it any more, and the page has to come again.
 */
export function openIpcGateway({ room, origin, known, log }: IpcGateway): { shut(): void } {
  let open = new AbortController();
  const admitted = (event: IpcMainEvent): boolean => {
    const admit = isOurPage(senderOf(event), origin, known);
    if (!admit) log('A message from a page that is not ours was dropped.');
    return admit;
  };

  ipcMain.on(connectChannel, (event) => {
    const [port] = event.ports;
    if (!admitted(event) || !port) return;
    const guarded = guardedPort(port, () => log('A malformed message was dropped.'), open.signal);
    room().handler.upgrade(guarded);
    port.start();
  });

  ipcMain.on(droppedChannel, (event, paths: unknown) => {
    const parsed = droppedSchema.safeParse(paths);
    const { granted } = room();
    const accepted = admitted(event) && parsed.success && granted !== null;
    if (accepted) granted.grant('drop', parsed.data);
    event.returnValue = accepted;
  });
  return {
    shut() {
      open.abort();
      open = new AbortController();
    },
  };
}

function senderOf(event: IpcMainEvent): Sender {
  const { sender, senderFrame } = event;
  return {
    webContentsId: sender.id,
    frame: senderFrame && { origin: senderFrame.origin, isMainFrame: senderFrame.parent === null },
  };
}

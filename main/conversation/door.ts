import { RPCHandler } from '@orpc/server/message-port';
import { type IpcMainEvent, ipcMain } from 'electron';
import { z } from 'zod';
import { connectChannel, droppedChannel } from '../../shared/bridge.ts';
import type { GrantedPaths } from './granted-paths.ts';
import { guardedPort } from './guard.ts';
import { isOurPage, type Sender } from './sender.ts';

interface Door {
  readonly handler: RPCHandler<Record<never, never>>;
  readonly granted: GrantedPaths;
  readonly origin: string;
  /** Ids of the web contents of our windows. */
  readonly known: ReadonlySet<number>;
  readonly log: (message: string) => void;
}

const droppedSchema = z.array(z.string().min(1).max(32_767)).max(10_000);

/** Opens the only two ways into main: a port for the conversation, and the paths of dropped files. */
export function openDoor({ handler, granted, origin, known, log }: Door): void {
  const admitted = (event: IpcMainEvent): boolean => {
    const admit = isOurPage(senderOf(event), origin, known);
    if (!admit) log('A message from a page that is not ours was dropped.');
    return admit;
  };

  ipcMain.on(connectChannel, (event) => {
    const [port] = event.ports;
    if (!admitted(event) || !port) return;
    handler.upgrade(guardedPort(port, () => log('A malformed message was dropped.')));
    port.start();
  });

  ipcMain.on(droppedChannel, (event, paths: unknown) => {
    const parsed = droppedSchema.safeParse(paths);
    const accepted = admitted(event) && parsed.success;
    if (accepted) granted.grant('drop', parsed.data);
    event.returnValue = accepted;
  });
}

function senderOf(event: IpcMainEvent): Sender {
  const { sender, senderFrame } = event;
  return {
    webContentsId: sender.id,
    frame: senderFrame && { origin: senderFrame.origin, isMainFrame: senderFrame.parent === null },
  };
}

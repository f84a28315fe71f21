import { type IpcMainEvent, ipcMain } from 'electron';
import { connectChannel } from '../../shared/contract/bridge.ts';

interface HeldPages {
  /** Resolves when the first of them calls. */
  readonly called: Promise<void>;
  /** Lets the door have them, once it is open. */
  readonly admit: () => void;
}

/**
 * Keeps the calls of pages that come before there is a door, unread: the window is opened before everything behind the door
 * is there.
 */
export function holdPages(): HeldPages {
  const held: IpcMainEvent[] = [];
  const { promise: called, resolve } = Promise.withResolvers<void>();
  const hold = (event: IpcMainEvent): void => {
    held.push(event);
    resolve();
  };
  ipcMain.on(connectChannel, hold);
  return {
    called,
    admit() {
      ipcMain.off(connectChannel, hold);
      for (const event of held) ipcMain.emit(connectChannel, event);
    },
  };
}

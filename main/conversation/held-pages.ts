import { type IpcMainEvent, ipcMain } from 'electron';
import { connectChannel } from '../../shared/bridge.ts';

/**
 * Keeps the calls of pages that come before there is a door, unread: the window is opened before everything behind the door
 * is there. What this answers lets the door have them, once it is open.
 */
export function holdPages(): () => void {
  const held: IpcMainEvent[] = [];
  const hold = (event: IpcMainEvent): void => void held.push(event);
  ipcMain.on(connectChannel, hold);
  return () => {
    ipcMain.off(connectChannel, hold);
    for (const event of held) ipcMain.emit(connectChannel, event);
  };
}

import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { holdPages } from '../../../main/conversation/held-pages.ts';
import { connectChannel } from '../../../shared/contract/bridge.ts';

const ipcMain = await vi.hoisted(async () => new (await import('node:events')).EventEmitter());
vi.mock('electron', () => ({ ipcMain }));

test('a page that called before there was a door is let in once there is one, and no later one is held', () => {
  const { admit } = holdPages();
  ipcMain.emit(connectChannel, 'early');
  const heard: unknown[] = [];
  ipcMain.on(connectChannel, (event) => heard.push(event));
  admit();
  ipcMain.emit(connectChannel, 'late');
  expect(heard).toEqual(['early', 'late']);
  expect(EventEmitter.listenerCount(ipcMain, connectChannel)).toBe(1);
});

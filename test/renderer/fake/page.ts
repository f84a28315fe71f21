import { RPCHandler } from '@orpc/server/message-port';
import { fakeRouter } from './router.ts';
import { sceneOf } from './scenes.ts';

/** Plays preload, main and engine for the window, in one page: `?scene=` says what they are going through. */
const scene = sceneOf(new URLSearchParams(window.location.search).get('scene'));

Object.defineProperty(window, 'matterline', {
  value: {
    connect() {
      const { port1, port2 } = new MessageChannel();
      new RPCHandler(fakeRouter(scene)).upgrade(port1);
      port1.start();
      window.postMessage('matterline:port', '*', [port2]);
    },
    pathsOf: (files: File[]) => files.map((file) => `/home/dana/Desktop/${file.name}`),
  },
});

await import('../../../renderer/main.tsx');

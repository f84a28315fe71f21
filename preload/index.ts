import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { type Bridge, connectChannel, droppedChannel, portMessage } from '../shared/contract/bridge.ts';

const bridge: Bridge = {
  connect() {
    const { port1, port2 } = new MessageChannel();
    ipcRenderer.postMessage(connectChannel, null, [port2]);
    window.postMessage(portMessage, window.location.origin, [port1]);
  },
  pathsOf(files) {
    const paths = files.map((file) => webUtils.getPathForFile(file));
    // Synchronous, so that main knows the paths before the page can name them over the other channel.
    ipcRenderer.sendSync(
      droppedChannel,
      paths.filter((path) => path !== ''),
    );
    return paths;
  },
};

contextBridge.exposeInMainWorld('matterline', bridge);

import { ipcRenderer } from 'electron';
import { viewerChannel, viewerPortMessage } from '../shared/contract/viewer.ts';

// The viewer's page gets one port and nothing else.
ipcRenderer.once(viewerChannel, ({ ports }) => {
  window.postMessage(viewerPortMessage, window.location.origin, [...ports]);
});

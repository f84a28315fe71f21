/** Electron channel by which main hands the viewer its one port. */
export const viewerChannel = 'matterline:viewer';
/** The message with which the viewer's preload passes the port on to its page. */
export const viewerPortMessage = 'matterline:viewer-port';

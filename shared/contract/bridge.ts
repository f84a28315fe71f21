/** What the preload puts into the page as `window.matterline`; everything else goes over the port it hands out. */
export interface Bridge {
  /**
   * Starts a conversation with main (`contract`). Its port comes to the page as a `message` event of its own window:
   * `event.source === window`, `event.data === portMessage`, the port in `event.ports[0]`, still to be started.
   */
  connect(): void;
  /** Where dropped files are on disk, in their order; '' for what is not a file on disk. Main then takes them. */
  pathsOf(files: readonly File[]): string[];
}

export const portMessage = 'matterline:port';

/** Electron channels between the preload and main; nobody else uses them. */
export const connectChannel = 'matterline:connect';
export const droppedChannel = 'matterline:dropped';

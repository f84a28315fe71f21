/** Who sent a message to main: what Electron says of the frame, when it still knows it. */
export interface Sender {
  readonly webContentsId: number;
  /** Null when the frame has navigated or gone since. */
  readonly frame: { readonly origin: string; readonly isMainFrame: boolean } | null;
}

/** True for the main frame of our own page in a window of ours, and for nothing else. */
export const isOurPage = (sender: Sender, origin: string, knownWebContents: ReadonlySet<number>): boolean =>
  knownWebContents.has(sender.webContentsId) &&
  sender.frame?.isMainFrame === true &&
  sender.frame.origin === origin;

declare global {
  interface Window {
    /** What the preload script offers; the rest of the conversation runs over the port it hands out. */
    readonly matterline: {
      /** Asks for a port; it arrives as a `message` event of this window with the data `matterline:port`. */
      connect(): void;
      /** Local paths of dropped or chosen files; an empty string for a file that is not on disk. */
      pathsOf(files: File[]): string[];
    };
  }
}

/** Asks the preload script for the port to main. Resolves once it is here. */
export function openPort(): Promise<MessagePort> {
  return new Promise((resolve) => {
    const receive = (event: MessageEvent) => {
      const port = event.ports[0];
      if (event.source !== window || event.data !== 'matterline:port' || !port) return;
      window.removeEventListener('message', receive);
      resolve(port);
    };
    window.addEventListener('message', receive);
    window.matterline.connect();
  });
}

export const pathsOf = (files: File[]): string[] => window.matterline.pathsOf(files);

import path from 'node:path';
import type { OnComplaint } from './engine-files.ts';
import { launchNode } from './node-process.ts';
import type { EngineProcess } from './supervisor.ts';
import { launchUtility } from './utility-process.ts';

/** Starts engine processes, and the first one before anybody asks for it: it takes as long to start as the window. */
export class EngineLauncher {
  readonly #launch: (userData: string) => EngineProcess;
  #ahead: { readonly userData: string; readonly process: EngineProcess } | null = null;

  constructor(launch: (userData: string) => EngineProcess) {
    this.#launch = launch;
  }

  /** Starts the one that will be asked for. It does nothing before it is configured. */
  ahead(userData: string): void {
    try {
      const ahead = { userData, process: this.#launch(userData) };
      this.#ahead = ahead;
      ahead.process.pipe.onClose(() => {
        if (this.#ahead === ahead) this.#ahead = null;
      });
    } catch {
      // Whoever asks for it will find the same, and has words for it.
    }
  }

  /** May throw. */
  launch(userData: string): EngineProcess {
    const ahead = this.#ahead;
    if (ahead?.userData !== userData) return this.#launch(userData);
    this.#ahead = null;
    return ahead.process;
  }
}

/** @param node instead of Electron's own; null for that */
export const engineLauncher = (file: string, node: string | null, onComplaint: OnComplaint): EngineLauncher =>
  new EngineLauncher((userData) => {
    const files = { file, directory: path.join(userData, 'engine') };
    return node ? launchNode(files, node, onComplaint) : launchUtility(files, onComplaint);
  });

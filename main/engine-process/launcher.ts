import type { EngineProcess } from './supervisor.ts';

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

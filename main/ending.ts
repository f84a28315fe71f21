import type { Clock } from '../shared/base/clock.ts';

interface Ports {
  readonly clock: Pick<Clock, 'timer' | 'sleep'>;
  /** Puts everything in hand safely on disk and ends the engines. */
  readonly stop: () => Promise<void>;
  /** Whether a version is installed now that the person closes the program. */
  readonly installsAtEnd: () => Promise<boolean>;
  /** Starts the installer, which ends the program; null where nothing can be installed. */
  readonly install: ((startAgain: boolean, failed: (why: string) => void) => void) | null;
  readonly quit: () => void;
  /** After its end the program is started again, for this link of a sign-in or for the window. */
  readonly startAgain: (link: string | null) => void;
  /** Whether a link answers a sign-in that was begun here: any web page can have the system open another one. */
  readonly isOurs: (link: string) => boolean;
  /** The installer failed: the engines are started again, and the person is told. */
  readonly goOn: (why: string) => void;
}

/** Time it may take to say whether a version is installed, in milliseconds. */
const saysWithin = 10_000;
/** What the installer takes at most until it ends the program, in milliseconds. */
const installerStarts = 60_000;
/** An updater that failed may still be about to end the program, for so many milliseconds. */
const lastWords = 500;

/** The end of the program: everything is on disk first, a newer version is installed, and whoever starts it meanwhile gets it again. */
export class Ending {
  readonly #ports: Ports;
  #state: 'running' | 'ending' | 'over' | 'failed' = 'running';
  #installs: 'no' | 'and-ends' | 'and-starts-again' = 'no';
  #again: { readonly link: string | null } | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The person wants the version that is ready. */
  installAndStartAgain(): void {
    this.#installs = 'and-starts-again';
    this.#ports.quit();
  }

  /** Asked when the program is about to end: true while it must not, because it is not ready yet. It ends by itself then. */
  holds(): boolean {
    if (this.#state === 'running') {
      this.#state = 'ending';
      void this.#end();
    }
    return this.#state !== 'over';
  }

  /**
   * Somebody starts the program, or wants its window: false while it goes on anyway. A link that is not ours starts nothing, and none
   * takes the place of the answer to a sign-in that came before.
   */
  comesAgain(link: string | null): boolean {
    if (this.#state === 'running' || this.#state === 'failed') return false;
    if (link === null || this.#ports.isOurs(link)) this.#again = { link: this.#again?.link ?? link };
    return true;
  }

  async #end(): Promise<void> {
    const { stop, install, startAgain, quit } = this.#ports;
    if (this.#installs === 'no' && (await this.#installsAtEnd())) this.#installs = 'and-ends';
    await stop().catch(() => {});
    this.#state = 'over';
    if (this.#installs !== 'no' && install) return this.#install(install);
    if (this.#again) startAgain(this.#again.link);
    quit();
  }

  /** An engine that does not say in time whether everything is filed keeps nobody from ending the program. */
  #installsAtEnd(): Promise<boolean> {
    const { clock, installsAtEnd } = this.#ports;
    const late = clock.sleep(saysWithin).then(() => false);
    return Promise.race([installsAtEnd().catch(() => false), late]);
  }

  #install(install: NonNullable<Ports['install']>): void {
    const { clock } = this.#ports;
    const startAgain = this.#installs === 'and-starts-again' || this.#again !== null;
    const late = clock.timer(installerStarts, () => failed('The installer did not start.'));
    const failed = (why: string): void => {
      if (this.#state !== 'over') return;
      late.cancel();
      this.#state = 'failed';
      void this.#failed(startAgain, why);
    };
    install(startAgain, failed);
  }

  /** Whoever wanted it to end gets that; whoever works goes on with the version that is there. */
  async #failed(goesOn: boolean, why: string): Promise<void> {
    const { clock, goOn, quit } = this.#ports;
    await clock.sleep(lastWords);
    this.#installs = 'no';
    this.#again = null;
    this.#state = goesOn ? 'running' : 'over';
    if (goesOn) goOn(why);
    else quit();
  }
}

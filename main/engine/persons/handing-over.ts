import type { Clock, Timer } from '../../../shared/base/clock.ts';
import type { Workspace } from '../compose.ts';
import { localStorageErrorCode } from '../platform/local-storage-errors.ts';
import { handOver, type ToHandOver, toHandOver } from './hand-over.ts';
import { linkAgain, toLinkAgain } from './link-again.ts';

/** What cannot be handed over yet is tried again after so many milliseconds. */
const tryAgain = 5_000;

interface Ports {
  readonly clock: Clock;
  /** `current` is the one that somebody is signed in to. */
  readonly workspaces: () => { readonly current: Workspace | null; readonly all: readonly Workspace[] };
  readonly foldersElsewhere: () => Promise<readonly string[] | null>;
  readonly onDone: () => void;
}

/** Hands folders over to whoever is signed in, one after the other, as soon as it can be done. */
export class HandingOver {
  readonly #ports: Ports;
  #isRunning = false;
  #next: Timer | null = null;
  #isStopped = false;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** What is still to come into this workspace. */
  pending(all: readonly Workspace[], to: string): ToHandOver[] {
    return all.flatMap(({ stores }) => toHandOver(stores)).filter((one) => one.to === to);
  }

  /** Does what can be done now. @throws what the disk says when it does not take it: it is begun again later */
  async run(): Promise<void> {
    if (this.#isRunning || this.#next || this.#isStopped) return;
    const { current, all } = this.#ports.workspaces();
    const isToDo = all.some(({ stores }) => toLinkAgain(stores).length > 0);
    if (!current?.signIn() || (this.pending(all, current.name).length === 0 && !isToDo)) return;
    this.#isRunning = true;
    const isStill = () => !this.#isStopped && this.#ports.workspaces().current === current;
    let done = 0;
    try {
      for (const from of all)
        for (const folder of toHandOver(from.stores))
          if (
            folder.to === current.name &&
            isStill() &&
            (await this.#handOver(from, current, folder, isStill))
          )
            done += 1;
      for (const one of all) {
        const others = all.filter((other) => other !== one).flatMap(({ stores }) => stores.links.all());
        if (isStill())
          await linkAgain(
            one,
            others.map(({ path }) => path),
            this.#ports.foldersElsewhere,
          );
      }
    } finally {
      this.#isRunning = false;
      this.#again();
      if (done > 0 && !this.#isStopped) this.#ports.onDone();
    }
  }

  /** One that fails, as on a disk that takes nothing, keeps no other from being handed over. */
  async #handOver(...handing: Parameters<typeof handOver>): Promise<boolean> {
    const [, to] = handing;
    return handOver(...handing).catch((failure: unknown) => {
      if (localStorageErrorCode(failure) !== null) to.localStorageErrors.met(failure);
      return false;
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#next?.cancel();
  }

  #again(): void {
    if (this.#isStopped) return;
    this.#next = this.#ports.clock.timer(tryAgain, () => {
      this.#next = null;
      this.run().catch(() => {});
    });
  }
}

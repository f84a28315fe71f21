import { isDefinedError, safe } from '@orpc/client';
import type { Clock, Timer } from '../../shared/base/clock.ts';
import { err, ok, type Result } from '../../shared/base/result.ts';
import type { Watched } from '../../shared/base/watched.ts';
import type { Refusal } from '../../shared/model/index.ts';
import type { ConnectionState } from '../connection/keeper.ts';
import type { EngineLink, EngineSupervisor } from '../engine-process/supervisor.ts';

/** What a sign-in kept of a service. */
export interface KeptBy {
  readonly service: string;
  readonly signIn: string;
}

interface Ports {
  readonly engine: Pick<EngineSupervisor, 'link' | 'ready'>;
  readonly connection: Watched<ConnectionState>;
  readonly clock: Pick<Clock, 'timer'>;
  readonly isSignedIn: () => boolean;
  /** What is still to be removed, as it outlives the program. */
  readonly due: { get(): readonly KeptBy[]; set(due: readonly KeptBy[]): void };
  /** Of the program. */
  readonly version: string;
  /** Forgets what the window remembers of a person's matters. */
  readonly forget: (person: string) => void;
  readonly log: (message: string) => void;
}

/** How long a removal waits for an engine that is being restarted, in milliseconds. */
const waitForEngine = 10_000;
/** What could not be removed is tried again after so many milliseconds, and at each start of the engine. */
const tryAgainAfter = 60_000;
/** More are not remembered. */
const most = 20;

/** Removes what is kept for a sign-in that is over; what cannot be removed now is written down, and removed later. */
export class Removals {
  readonly #ports: Ports;
  #timer: Timer | null = null;
  #isAtWork = false;

  constructor(ports: Ports) {
    this.#ports = ports;
    ports.engine.link.subscribe(() => void this.carryOut());
  }

  /** Survives the end of the program. */
  writeDown(one: KeptBy): void {
    const { due } = this.#ports;
    due.set([...without(due.get(), one), one].slice(-most));
  }

  /** Refused while anything would be lost that `loss` does not name, and when somebody else is there once the engine is. */
  async remove(one: KeptBy, loss: string, isAnotherThere: () => boolean): Promise<Result<void, Refusal>> {
    const { engine, version, forget, due } = this.#ports;
    const link = await engine.ready(waitForEngine);
    if (!link) return err(notReady);
    if (isAnotherThere()) return err(isAnother);
    const removed = await removedBy(link, { ...one, loss, version });
    if (!removed.ok) return removed;
    if (removed.value !== null) forget(removed.value);
    if (due.get().length > 0) due.set(without(due.get(), one));
    return ok(undefined);
  }

  /** What was written down; while somebody is signed in it waits, for it may be theirs. */
  async carryOut(): Promise<void> {
    const { engine, connection, isSignedIn, due, log, clock } = this.#ports;
    this.#timer?.cancel();
    if (this.#isAtWork || due.get().length === 0) return;
    this.#isAtWork = true;
    try {
      for (const one of due.get()) {
        if (isSignedIn() || !engine.link.value || connection.value.connection?.baseUrl !== one.service)
          continue;
        const removed = await this.remove(one, '', isSignedIn);
        if (!removed.ok) log(`The sign-in ended. ${removed.error.what}: ${removed.error.why}`);
      }
    } finally {
      this.#isAtWork = false;
      if (due.get().length > 0) this.#timer = clock.timer(tryAgainAfter, () => void this.carryOut());
    }
  }
}

const without = (all: readonly KeptBy[], { service, signIn }: KeptBy): KeptBy[] =>
  all.filter((one) => one.service !== service || one.signIn !== signIn);

type Removal = Parameters<EngineLink['client']['removeKept']>[0];

/** Whose it was; null when nothing is kept of them. */
async function removedBy(link: EngineLink, removal: Removal): Promise<Result<string | null, Refusal>> {
  const [error, removed] = await safe(link.client.removeKept(removal, { signal: link.ended }));
  if (error === null) return ok(removed.person);
  return isDefinedError(error) && error.code === 'REFUSED' ? err(error.data) : err(notReady);
}

const isAnother: Refusal = {
  code: 'not-permitted',
  what: 'What is kept here was not removed',
  why: 'Another person has signed in meanwhile.',
  next: 'Sign in again as the person whose it is, and remove it then. Nothing is lost.',
};

const notReady: Refusal = {
  code: 'service-failed',
  what: 'What is kept here was not removed',
  why: 'The part of the program that does the work is being restarted.',
  next: 'Try again in a moment. Nothing is lost.',
};

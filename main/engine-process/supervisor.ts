import { createORPCClient, ORPCError } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { Clock } from '../../shared/base/clock.ts';
import { Watched } from '../../shared/base/watched.ts';
import { engineContract } from '../../shared/contract/index.ts';
import { type Port, type ProcessPipe, splitPipe } from '../../shared/contract/link.ts';
import type { Refusal } from '../../shared/model/index.ts';
import { keepAsking } from './keep-asking.ts';

export type EngineClient = ContractRouterClient<typeof engineContract>;
type EngineConfiguration = Parameters<EngineClient['configure']>[0];

/** A started engine process; its pipe closes when it is gone, for whatever reason. */
export interface EngineProcess {
  readonly pipe: ProcessPipe;
  kill(): void;
}

/** A configured engine one can talk to. */
export interface EngineLink {
  readonly client: EngineClient;
  /** Aborts when this engine process is gone. */
  readonly ended: AbortSignal;
}

interface Ports {
  /** Starts the process; may throw. */
  readonly launch: () => EngineProcess;
  readonly configuration: () => EngineConfiguration;
  /** Answers the engine's questions (`hostContract`) on this port. */
  readonly host: (port: Port) => void;
  readonly clock: Clock;
  readonly log: (message: string) => void;
}

/** Time an engine has to take its configuration (it opens its database meanwhile), in milliseconds. */
const configureWithin = 60_000;
const firstBackOff = 250;
const longestBackOff = 30_000;
/** An engine that lived this long did not die of starting. */
const healthyAfter = 60_000;

/** So many short lives in a row are told as a problem. */
const patientFor = 3;

/** Pause before start number `failures + 1`, in milliseconds: doubling from a quarter of a second to half a minute. */
export const backOff = (failures: number): number =>
  Math.min(firstBackOff * 2 ** Math.min(failures - 1, 20), longestBackOff);

/** Keeps one engine process running: starts it, configures it first of all, and restarts it when it dies or hangs. */
export class EngineSupervisor {
  /** The engine to talk to; null while there is none. */
  readonly link = new Watched<EngineLink | null>(null);
  /**
   * Told once it ended three times in a row soon after its start, when it has not answered for 20 seconds, and at once when it says
   * why it cannot start; null again when it answers, when one has started, or has lived for a minute.
   */
  readonly problem = new Watched<Refusal | null>(null);
  readonly #ports: Ports;
  #stopping = new AbortController();
  #process: EngineProcess | null = null;
  #starting: EngineClient | null = null;
  #giveMoreTime: () => void = () => {};
  #sent = '';
  /** What was sent last is what the engine goes by, or it did not take it. */
  #taken: Promise<unknown> = Promise.resolve();
  /** The life of the engine process that is there now. */
  #end = new AbortController();
  /** Why the last one could not start, in its own words. */
  #cannotStart: Refusal | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Also again, after it was stopped: once the engine that was there is gone, for two would work on the same database. */
  start(): void {
    if (this.#stopping.signal.aborted) this.#stopping = new AbortController();
    const { signal } = this.#stopping;
    this.#running = this.#running.then(() => this.#run(signal));
  }

  /** The engine that starts is at work on what it keeps: it gets as much time again from now on, and the person is told. */
  stillPreparing(): void {
    this.#giveMoreTime();
    if (this.#starting) this.problem.set(preparing);
  }

  /** Sends the configuration again if it changed. */
  configure(): void {
    const client = this.link.value?.client ?? this.#starting;
    const configuration = this.#ports.configuration();
    if (!client || JSON.stringify(configuration) === this.#sent) return;
    this.#sent = JSON.stringify(configuration);
    this.#taken = client.configure(configuration, { signal: this.#end.signal }).catch(() => {
      this.#ports.log('The engine did not take its new configuration.');
    });
  }

  /** Sends the configuration again if it changed, and waits until the engine goes by it, or did not take it. */
  async configured(): Promise<void> {
    this.configure();
    await this.#taken;
  }

  /** The engine to talk to, waiting up to `milliseconds` for one; null when there is none by then. */
  async ready(milliseconds: number, signal?: AbortSignal): Promise<EngineLink | null> {
    if (this.link.value) return this.link.value;
    const enough = new AbortController();
    const timer = this.#ports.clock.timer(milliseconds, () => enough.abort());
    const signals = [enough.signal, this.#stopping.signal, ...(signal ? [signal] : [])];
    try {
      for await (const link of this.link.watch(AbortSignal.any(signals))) if (link) return link;
      return null;
    } finally {
      timer.cancel();
    }
  }

  /** Lets the engine put everything in hand safely on disk, for at most `milliseconds`, and ends it until the next `start`. */
  async stop(milliseconds: number): Promise<void> {
    this.#stopping.abort();
    const { value: link } = this.link;
    const enough = new AbortController();
    if (link) {
      const stopped = link.client.stop(undefined, { signal: link.ended }).catch(() => {
        if (!link.ended.aborted) this.#ports.log('The engine did not stop in good order.');
      });
      await Promise.race([stopped, this.#ports.clock.sleep(milliseconds, enough.signal)]);
    }
    this.#process?.kill();
    await Promise.race([this.#running, this.#ports.clock.sleep(milliseconds, enough.signal)]);
    enough.abort();
  }

  async #run(stopping: AbortSignal): Promise<void> {
    const { clock, log } = this.#ports;
    let failures = 0;
    while (!stopping.aborted) {
      const startedAt = clock.now();
      await this.#live().catch((error: unknown) => {
        log(`The engine could not be started: ${error instanceof Error ? error.message : 'unknown error'}`);
      });
      if (stopping.aborted) return;
      failures = clock.now() - startedAt >= healthyAfter ? 1 : failures + 1;
      if (this.#cannotStart) this.problem.set(this.#cannotStart);
      else if (failures >= patientFor) this.problem.set(keepsEnding);
      log(`The engine ended; it is started again in ${backOff(failures)} ms.`);
      await clock.sleep(backOff(failures), stopping);
    }
  }

  /** One life of an engine process, from start to end. */
  async #live(): Promise<void> {
    const process = this.#ports.launch();
    const end = new AbortController();
    this.#end = end;
    const ended = new Promise<void>((resolve) => {
      process.pipe.onClose(() => {
        this.link.set(null);
        end.abort();
        resolve();
      });
    });
    this.#process = process;
    const ports = splitPipe(process.pipe);
    this.#ports.host(ports.host);
    const client: EngineClient = createORPCClient(new RPCLink({ port: ports.engine }));
    this.#starting = client;
    const configured = await this.#configured(client, end.signal);
    this.#starting = null;
    if (!configured) process.kill();
    else if (!end.signal.aborted) {
      this.#keepAsking(client, process, end.signal);
      this.link.set({ client, ended: end.signal });
    }
    const healthy = this.#ports.clock.timer(healthyAfter, () => {
      if (this.problem.value !== notAnswering) this.problem.set(null);
    });
    await ended;
    healthy.cancel();
    this.#process = null;
  }

  /** One that hangs is ended, and so started again like one that died: the window goes on showing what it last knew, and says so. */
  #keepAsking(client: EngineClient, process: EngineProcess, ended: AbortSignal): void {
    const over = AbortSignal.any([ended, this.#stopping.signal]);
    keepAsking(
      {
        clock: this.#ports.clock,
        ask: () => client.alive(undefined, { signal: over }),
        onSilent: () => this.problem.set(notAnswering),
        onAnswer: () => {
          if (this.problem.value === notAnswering) this.problem.set(null);
        },
        onHanging: () => {
          this.#ports.log('The engine has not answered for a minute; it is ended.');
          process.kill();
        },
      },
      over,
    );
  }

  async #configured(client: EngineClient, ended: AbortSignal): Promise<boolean> {
    const late = new AbortController();
    let timer = this.#ports.clock.timer(configureWithin, () => late.abort());
    this.#giveMoreTime = () => {
      timer.cancel();
      timer = this.#ports.clock.timer(configureWithin, () => late.abort());
    };
    try {
      const signal = AbortSignal.any([late.signal, ended, this.#stopping.signal]);
      const configuration = this.#ports.configuration();
      this.#sent = JSON.stringify(configuration);
      await client.configure(configuration, { signal });
      const { value: told } = this.problem;
      if (this.#cannotStart || told === preparing || told === notAnswering) this.problem.set(null);
      this.#cannotStart = null;
      return true;
    } catch (error) {
      this.#cannotStart = cannotStart(error);
      if (!ended.aborted && !this.#stopping.signal.aborted) {
        this.#ports.log(
          `The engine did not take its configuration: ${error instanceof Error ? error.message : ''}`,
        );
      }
      return false;
    } finally {
      this.#giveMoreTime = () => {};
      timer.cancel();
    }
  }
}

const preparing: Refusal = {
  code: 'service-failed',
  what: 'Matterline is preparing what it keeps on this computer.',
  why: 'It is brought to the form that this version uses, or made anew after damage.',
  next: 'This may take some minutes. What you save meanwhile is in its folder, and is looked at afterwards.',
};

const notAnswering: Refusal = {
  code: 'service-failed',
  what: 'Filing does not go on at the moment.',
  why: 'The part of the program that files documents does not answer. What is shown here is what it said last.',
  next: 'If it does not answer within a minute, it is ended and started again by itself. Nothing saved is lost: it is in its folder.',
};

/** What is kept cannot be opened without room to write: the person is told so, not that the program ended. */
function cannotStart(error: unknown): Refusal | null {
  if (!(error instanceof ORPCError) || error.code !== 'REFUSED') return null;
  return {
    code: 'service-failed',
    what: 'Matterline cannot open what it keeps on this computer.',
    why: String(Reflect.get(Object(error.data), 'why')),
    next: 'Make room on the disk. Matterline tries again by itself, and nothing saved is lost: it is in its folder.',
  };
}

const keepsEnding: Refusal = {
  code: 'service-failed',
  what: 'Filing keeps being interrupted.',
  why: 'The part of the program that files them ended several times in a row, each time soon after its start.',
  next: 'It is started again by itself, and nothing saved is lost. If this stays, save the report for IT support, in the settings under Troubleshooting, and send it to whoever looks after your computers.',
};

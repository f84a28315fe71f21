import type { ExchangeFailure } from '../engine/service/exchange.ts';
import type { Log } from './log.ts';
import type { Told } from './problem.ts';

type Heard = 'reached' | ExchangeFailure['kind'];

/** Whether the service answers the hub, as its last answer tells. */
export class ServiceHealth {
  readonly #log: Log;
  #heard: Heard | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  heard(heard: Heard): void {
    // One that hung up tells nothing of the service.
    if (heard === 'aborted' || heard === this.#heard) return;
    this.#heard = heard;
    this.#log('service', { is: heard });
  }

  facts(pausedFor: number): { readonly service: string; readonly pausedSeconds: number } {
    return {
      service: this.#heard ?? 'not asked yet',
      pausedSeconds: Math.max(0, Math.ceil(pausedFor / 1000)),
    };
  }

  /** The hub itself is well as long as it answers this: a load balancer helps nothing against a service that does not answer. */
  told(pausedFor: number): Told {
    const body = { hub: 'ok', ...this.facts(pausedFor) };
    return {
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: JSON.stringify(body),
    };
  }
}

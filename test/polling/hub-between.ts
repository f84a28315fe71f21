import type { RateLimit } from '../../main/engine/service/budget/token-bucket.ts';
import type { Exchange } from '../../main/engine/service/exchange.ts';
import { allowedRequest } from '../../main/hub/allowed-request.ts';
import { createAnswering } from '../../main/hub/answering.ts';
import { keyedHash } from '../../main/hub/keyed-hash.ts';
import { serviceBehind } from '../../main/hub/service-behind.ts';
import type { Clock } from '../../shared/base/clock.ts';
import { err, ok } from '../../shared/base/result.ts';
import type { Desk, ModelService } from './model-service.ts';

/** Milliseconds between a desktop and the hub in its own network. */
const near = 2;
const address = 'https://hub.example';

/** The real hub, without its server, between the desktops of a firm and a model of the service. */
export class HubBetween {
  readonly #clock: Clock;
  readonly #service: Desk;
  readonly #answering: ReturnType<typeof createAnswering>;
  #desks = 0;
  /** Answers to desktops by where they came from. */
  readonly sources = new Map<string, number>();

  constructor(clock: Clock, random: () => number, service: ModelService, limit: RateLimit) {
    this.#clock = clock;
    this.#service = service.desk();
    this.#answering = createAnswering({
      ...{ clock, random, limit },
      hash: keyedHash(Buffer.alloc(32)),
      askService: serviceBehind({
        baseUrl: 'https://service.example',
        apiKey: 'key',
        exchange: this.#service.exchange,
      }),
      onPause: () => {},
    });
  }

  desk(): Desk {
    this.#desks += 1;
    const told = new Map<string, number>();
    const exchange: Exchange = async ({ method, url, headers, body, signal }) => {
      await this.#clock.sleep(near);
      const allowed = allowedRequest(method, url.pathname + url.search);
      if (!allowed.ok) throw new Error(`${method} ${url.pathname} is no operation`);
      const answered = await this.#answering.answer({
        request: allowed.value,
        token: (headers['authorization'] ?? '').replace('Bearer ', ''),
        body: typeof body === 'string' ? body : undefined,
        contentType: headers['content-type'],
        header: (name) => headers[name],
        gone: signal ?? new AbortController().signal,
      });
      const { status, headers: said, body: text } = answered.told;
      this.sources.set(answered.source, (this.sources.get(answered.source) ?? 0) + 1);
      await this.#clock.sleep(near);
      if (signal?.aborted) return err({ kind: 'aborted' });
      const at = this.#service.told.get(url.pathname);
      if (at !== undefined && (status === 200 || status === 304)) told.set(url.pathname, at);
      return ok({ status, headers: { ...said }, body: text.toString() });
    };
    return { told, exchange, token: `token-${this.#desks}`, hub: address };
  }

  stop(): void {
    this.#answering.reads.stop();
  }
}

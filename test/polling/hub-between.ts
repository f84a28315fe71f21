import type { RateLimit } from '../../main/engine/service/budget/token-bucket.ts';
import type { Exchange, TakeChunk } from '../../main/engine/service/exchange.ts';
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
  readonly #model: ModelService;
  readonly #answering: ReturnType<typeof createAnswering>;
  #desks = 0;
  /** Requests of the service that a desktop asked for by itself. */
  askedForOne = 0;

  /** @param events milliseconds until the service's notification arrives; null where it gives none */
  constructor(
    clock: Clock,
    random: () => number,
    service: ModelService,
    limit: RateLimit,
    events: number | null = null,
  ) {
    if (events !== null) {
      service.onFiled = (matter) => {
        clock.timer(events * (0.5 + random()), () => this.#answering.named(new Set([matter])));
      };
    }
    this.#clock = clock;
    this.#model = service;
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
    const known = new Map<string, string>();
    const versions = new Map<string, number>();
    const newsAfter = new Map<string, number[]>();
    const token = `token-${this.#desks}`;
    const exchange: Exchange = async ({ method, url, headers, body, signal, bodyTo }) => {
      await this.#clock.sleep(near);
      if (url.pathname === '/hub/news') {
        return this.#stream({
          token,
          body: typeof body === 'string' ? body : '',
          told,
          known,
          take: bodyTo?.({ status: 200, headers: {} }),
          signal,
        });
      }
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
      if (answered.source === 'service') this.askedForOne += 1;
      await this.#clock.sleep(near);
      if (signal?.aborted) return err({ kind: 'aborted' });
      const at = this.#service.told.get(url.pathname);
      if (at !== undefined && (status === 200 || status === 304)) {
        told.set(url.pathname, at);
        known.set(url.pathname, said['etag'] ?? '');
        if (status === 200) {
          const { version } = JSON.parse(text.toString()) as { version: number };
          const before = versions.get(url.pathname) ?? version;
          const filed = this.#model.filed.get(url.pathname)?.slice(before, version) ?? [];
          const delays = newsAfter.get(url.pathname) ?? [];
          newsAfter.set(url.pathname, [...delays, ...filed.map((one) => this.#clock.now() - one)]);
          versions.set(url.pathname, version);
        }
      }
      return ok({ status, headers: { ...said }, body: text.toString() });
    };
    return { told, exchange, token, hub: address, newsAfter };
  }

  /** As a stream of server-sent events, until the desktop ends it or the hub does. */
  #stream(asked: {
    token: string;
    body: string;
    told: Map<string, number>;
    known: ReadonlyMap<string, string>;
    take: TakeChunk | null | undefined;
    signal: AbortSignal | undefined;
  }): ReturnType<Exchange> {
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Exchange>>>();
    const { token, body, told, known, take, signal } = asked;
    const end = () => resolve(ok({ status: 200, headers: {}, body: '' }));
    const opened = this.#answering.stream({
      ...{ token, body, lastId: undefined, close: end },
      tell: ({ id, event, folders }) => {
        for (const [matter, folder, validator, age] of folders) {
          const at = this.#clock.now() - age;
          const path = `/matters/${matter}/documents/folders/${folder}/history`;
          // What is new counts as told once it was fetched.
          if (validator !== null && known.get(path) === validator)
            told.set(path, Math.max(at, told.get(path) ?? 0));
        }
        void this.#clock
          .sleep(near)
          .then(() =>
            take?.(Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify({ folders })}\n\n`)),
          );
        return true;
      },
    });
    const leave = () => {
      if (opened.ok) opened.value();
      end();
    };
    if (!opened.ok || signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
    return promise;
  }

  stop(): void {
    this.#answering.stop();
  }
}

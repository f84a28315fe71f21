import type { Clock } from '../../../../shared/base/clock.ts';
import type { Result } from '../../../../shared/base/result.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { instant } from '../../domain/instant.ts';
import { localStorageErrorCode } from '../../platform/local-storage-errors.ts';
import { describe } from '../../service/describe-error.ts';
import type { ServiceError } from '../../service/errors.ts';
import { type Json, parseJson, writeJson } from '../../service/json.ts';
import type { CallOptions } from '../../service/transport.ts';
import type { KeptAnswer } from '../../store/kept-answers.ts';
import type { Stores } from '../../store/stores.ts';
import type { Account } from '../account/account.ts';

export interface Answer {
  /** Null while nothing was answered yet. */
  readonly json: Json;
  readonly readAt: string | null;
  readonly problem: string | null;
}

/** Asks the service, and answers what is to be kept. */
export type Ask = (options: CallOptions) => Promise<Result<Json, ServiceError>>;

/** Milliseconds in which something that was refused is not asked for again. */
const refusalKept = 60_000;

/** Answers of the service, at once from what is kept; newer is asked for meanwhile. */
export class Answers {
  readonly #account: Account;
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #stop = new AbortController();
  readonly #asking = new Set<string>();
  readonly #problems = new Map<string, string>();
  readonly #parsed = new Map<string, { readonly readAt: number; readonly json: Json }>();

  constructor(options: { account: Account; stores: Stores; clock: Clock; onChange: () => void }) {
    this.#account = options.account;
    this.#stores = options.stores;
    this.#clock = options.clock;
    this.#onChange = options.onChange;
  }

  stop(): void {
    this.#stop.abort();
  }

  /** @param freshFor milliseconds for which what is kept is not asked for anew */
  get(kind: string, key: string, freshFor: number, ask: Ask): Answer {
    const kept = this.#kept(kind, key);
    const age = kept === undefined ? Number.POSITIVE_INFINITY : this.#clock.now() - kept.readAt;
    // What is from the future was read before the clock was set back.
    if (age > freshFor || age < 0) void this.#ask(kind, key, ask);
    return {
      json: kept ? this.#json(kind, key, kept) : null,
      readAt: instant(kept?.readAt ?? null),
      problem: this.#problems.get(named(kind, key)) ?? null,
    };
  }

  keep(kind: string, key: string, json: Json): void {
    const answer = { raw: writeJson(json), readAt: this.#clock.now() };
    if (kind === 'matter') this.#stores.matterDetails.keep(key as MatterId, answer);
    else this.#stores.keptAnswers.keep(kind, key, answer);
    this.#parsed.delete(named(kind, key));
  }

  #kept(kind: string, key: string): KeptAnswer | undefined {
    // The read form of a matter has a place of its own: what else shows it reads it there.
    return kind === 'matter'
      ? this.#stores.matterDetails.of(key as MatterId)
      : this.#stores.keptAnswers.of(kind, key);
  }

  /** Long lists are asked about with each keystroke. */
  #json(kind: string, key: string, { raw, readAt }: KeptAnswer): Json {
    const known = this.#parsed.get(named(kind, key));
    if (known?.readAt === readAt) return known.json;
    const parsed = parseJson(raw);
    const json = parsed.ok ? parsed.value : null;
    if (key === '') this.#parsed.set(named(kind, key), { readAt, json });
    return json;
  }

  async #ask(kind: string, key: string, ask: Ask): Promise<void> {
    const name = named(kind, key);
    if (this.#asking.has(name) || this.#problems.has(name) || !this.#account.isReady) return;
    this.#asking.add(name);
    const { signal } = this.#stop;
    try {
      const answer = await ask({ priority: 'view', signal });
      if (signal.aborted) return;
      if (answer.ok) this.keep(kind, key, answer.value);
      else if (!this.#account.failed(answer.error)) this.#failed(name, describe(answer.error).why);
    } catch (failure) {
      const code = localStorageErrorCode(failure);
      if (code === null) throw failure;
      this.#failed(name, describe({ operation: 'matters.read', kind: 'not-kept', code }).why);
    } finally {
      this.#asking.delete(name);
    }
    this.#onChange();
  }

  #failed(name: string, why: string): void {
    this.#problems.set(name, why);
    void this.#clock.sleep(refusalKept, this.#stop.signal).then(() => this.#problems.delete(name));
  }
}

const named = (kind: string, key: string): string => `${kind} ${key}`;
